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

  // All that the page needs is asked for now, and not when some script gets to it. The build fills the table.
  const table = document.currentScript?.dataset.pages
  if (!table) return
  const { files, workspace, screens, phrases } = JSON.parse(table)
  const path = location.pathname.replace(/(?<=.)\/+$/, '')
  const isSignedIn = stored('ssId') !== null && path !== '/login'
  const wanted = Object.hasOwn(screens, path) ? path : '/dashboard'
  const [unit, isOutside, ...screen] = screens[isSignedIn || screens[wanted][1] ? wanted : '/login']
  const spoken = phrases[stored('locale')] ?? phrases.zh
  for (const number of [...(isOutside ? [] : [spoken.shell, ...workspace]), spoken[unit], ...screen]) {
    const link = document.createElement('link')
    // As the page itself would ask for it. A style sheet that is there already keeps no script waiting.
    link.rel = files[number].endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.crossOrigin = ''
    link.href = `/${files[number]}`
    // Whoever needs it asks again, and tells when it does not come.
    link.addEventListener('error', () => link.remove())
    document.head.append(link)
  }
})()
