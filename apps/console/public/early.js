// Runs before the first paint, so that a dark console never flashes white. A file of its own since inline scripts are forbidden.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage is forbidden here: follow the system.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
