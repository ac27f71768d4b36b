// Whether the settings are open: any page may open them.
class SettingsDialog {
  open = $state(false)
}

export const settingsDialog = new SettingsDialog()

export function openSettings(): void {
  settingsDialog.open = true
}
