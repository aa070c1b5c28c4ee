/** Follows the system until somebody chooses; the choice is remembered in this browser. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'orch.theme'

export function storedTheme(): Theme {
  const value = read()
  return value === 'light' || value === 'dark' ? value : 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
