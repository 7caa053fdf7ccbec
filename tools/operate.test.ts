// Every health check has a metric, alert rules, a panel and a section of the guide in both languages. `UPDATE=1` writes
// the files of docs/operate again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  HEALTH_CHECK_NAMES,
  HEALTH_METRIC,
  HEALTH_VALUES,
  guideAnchor,
  healthMetric,
} from '../packages/contract/src/index.ts'
import { health as english } from '../packages/phrases/src/en/desk/health.ts'
import { health as chinese } from '../packages/phrases/src/zh-cn/desk/health.ts'
import { alertRules, dashboard, runbookOf } from './operate-files.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const sectionsOf = (page: string) => [...read(page).matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)

/** The file, after `UPDATE=1` has written it. */
function written(path: string, make: () => string): string {
  if (process.env['UPDATE']) writeFileSync(join(ROOT, path), make())
  return read(path)
}

test('the alert rules are as the table of checks makes them', () => {
  expect(written('docs/operate/alerts.yml', alertRules)).toBe(alertRules())
})

test('the dashboard is as the table of checks makes it', () => {
  // The formatter breaks its lines.
  const text = written('docs/operate/grafana.json', () => `${JSON.stringify(dashboard(), null, 2)}\n`)
  expect(JSON.parse(text)).toEqual(dashboard())
})

describe.each(HEALTH_CHECK_NAMES)('the check %s', (name) => {
  it('has alert rules for red and yellow, with the section of the guide as their runbook', () => {
    const rules = read('docs/operate/alerts.yml').split('      - alert: ')
    for (const level of [1, 2]) {
      const [found] = rules.filter((rule) => rule.includes(`${HEALTH_METRIC}{check="${name}"} == ${level}`))
      expect(found).toContain(`runbook_url: ${runbookOf(name)}`)
    }
    const anchors = sectionsOf('docs/guide/health.md').map(guideAnchor)
    expect(anchors).toContain(runbookOf(name).split('#')[1])
  })

  it('has a section of the guide in both languages, under its title', () => {
    expect(sectionsOf('docs/guide/health.md')).toContain(english.checks[name].title)
    expect(sectionsOf('docs/guide/zh-CN/health.md')).toContain(chinese.checks[name].title)
  })
})

test('every value is on the dashboard', () => {
  const text = read('docs/operate/grafana.json')
  for (const value of HEALTH_VALUES) expect(text).toContain(`"${healthMetric(value)}"`)
})
