// Runs before the first paint and before any other script. It is a separate file because the content security policy
// forbids inline scripts.
;(function () {
  function stored(name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null // storage is blocked
    }
  }
  // Set the theme first: a dark console must not flash white.
  const chosen = stored('theme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  // A small public page: its words, in the language that src/public/page/visitor-locale.ts chooses.
  const words = document.currentScript?.dataset.words
  if (words) {
    const files = JSON.parse(words)
    const [asked, mailed] = [location.search, location.hash.slice(1)].map((text) =>
      new URLSearchParams(text).get('lang'),
    )
    const tags = [asked, stored('locale'), mailed, ...navigator.languages, 'zh']
    const file = tags.map((tag) => files[tag?.toLowerCase().split('-', 1)[0]]).find(Boolean)
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }

  // Request the page's files now, before any script asks for them. The build fills in the table.
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
    // The same request that the page makes later. A style sheet that is already loaded does not delay a script.
    link.rel = files[number].endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.crossOrigin = ''
    link.href = `/${files[number]}`
    // The script that needs the file requests it again and reports the error.
    link.addEventListener('error', () => link.remove())
    document.head.append(link)
  }
})()
