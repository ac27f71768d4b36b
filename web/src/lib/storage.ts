// The browser's storage, which may be missing, forbidden or full: then nothing is kept, and nothing breaks.

/** The object stored under `key`, or null. */
export function load(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // not kept
  }
}

/** Forgets everything that this browser keeps of the house. */
export function forgetAll(): void {
  try {
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (key.startsWith('tercet.')) store.removeItem(key)
  } catch {
    // nothing is kept
  }
}

/** What this tab keeps until it is closed. */
export function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text for this tab, or takes it away. */
export function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // not kept
  }
}
