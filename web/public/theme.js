// Before anything is painted: the colours that were chosen in this browser (src/shell/theme.ts), so that none flash up.
try {
  const theme = localStorage.getItem('orch.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's colours then.
}
