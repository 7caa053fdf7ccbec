// The pinyin initials of the characters in the titles of screens and actions: "xkmb" finds 许可模板. The table is
// generated: initials.test.ts fails if a title has a new character, and writes it with UPDATE=1.
const INITIALS: Readonly<Record<string, string>> = {
  a: '安',
  b: '板备变标部',
  c: '财餐操查产成充出',
  d: '单导登订动读',
  e: '额',
  f: '发反访风',
  g: '更工观管',
  h: '号和黑户换活',
  j: '集计记加监简见件建交角接具据',
  k: '开看可客空控馈',
  l: '离理量流录',
  m: '码密名模',
  n: '内能',
  p: '配批品',
  q: '签浅切清请全权',
  r: '人任日入',
  s: '色商设申深审生授数锁',
  t: '台套提体添通统退',
  w: '外为未位文问务',
  x: '息席险线消销心新信行许',
  y: '言钥已意营硬用邮余与语员运',
  z: '账找者正知值志制智置中注转作',
}

const letterOf = new Map(Object.entries(INITIALS).flatMap(([letter, all]) => Array.from(all, (one) => [one, letter])))

/** Latin letters and digits stay; other characters are left out. */
export function initialsOf(text: string): string {
  return Array.from(text.toLowerCase(), (one) => (/[a-z\d]/.test(one) ? one : (letterOf.get(one) ?? ''))).join('')
}
