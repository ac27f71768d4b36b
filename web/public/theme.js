// Before the first paint: the chosen theme, so that a dark room stays dark. Settings live in src/lib/settings.svelte.ts.
try {
  var theme = JSON.parse(localStorage.getItem('tercet') || '{}').theme
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (e) {
  /* no storage: the system's theme it is */
}
