// Whether the settings are open, and at which part: any page may open them.
class SettingsDialog {
  open = $state(false)
  part = $state<'look' | 'keys'>('look')
}

export const settingsDialog = new SettingsDialog()

export function openSettings(part: 'look' | 'keys' = 'look'): void {
  settingsDialog.part = part
  settingsDialog.open = true
}
