// Runs before the first paint and before any other script; a file of its own since inline scripts are forbidden.
;(function () {
  function stored(name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null // storage is forbidden here
    }
  }
  // A dark console must never flash white.
  const chosen = stored('theme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  // Who has a session will need the workspace: its code is fetched beside the entry's, not after it. The build fills the list.
  if (!stored('ssId') || location.pathname === '/login') return
  const list = document.currentScript?.dataset.workspace ?? ''
  for (const href of list.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
})()
