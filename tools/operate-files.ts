// Writes the Prometheus alert rules and the Grafana dashboard of docs/operate from the table of health checks.
import {
  HEALTH_CHECKS,
  HEALTH_CHECK_NAMES,
  HEALTH_GUIDE,
  HEALTH_METRIC,
  HEALTH_NUMBERS,
  guideAnchor,
  healthCheck,
  healthMetric,
  healthUnit,
} from '../packages/contract/src/index.ts'
import type { HealthCheckName, HealthUnit, HealthValueName } from '../packages/contract/src/index.ts'
import { health } from '../packages/phrases/src/en/desk/health.ts'

/** Operators replace it by their own address. */
const ADDRESS = 'https://licenses.example.com'

export const runbookOf = (name: HealthCheckName) =>
  `${ADDRESS}/docs/en/${HEALTH_GUIDE}#${guideAnchor(health.checks[name].title)}`

/** In the quotes that the formatter wants. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const alertName = (name: string, level: string) =>
  `Sealwright${name[0]?.toUpperCase()}${name.slice(1)}${level[0]?.toUpperCase()}${level.slice(1)}`

function rule(name: HealthCheckName, level: 'red' | 'yellow'): string {
  const { title, measures } = health.checks[name]
  // While the database is down, one alert is enough.
  const isQuiet = healthCheck(name).needsDatabase && name !== 'database'
  const isReachable = isQuiet ? ` and on (instance) ${healthMetric('database.reachable')} == 1` : ''
  return [
    `      - alert: ${alertName(name, level)}`,
    `        expr: ${HEALTH_METRIC}{check="${name}"} == ${HEALTH_NUMBERS[level]}${isReachable}`,
    `        for: ${level === 'red' ? '2m' : '10m'}`,
    `        labels: { severity: ${level === 'red' ? 'critical' : 'warning'} }`,
    `        annotations:`,
    `          summary: ${quoted(`${title}: ${level} on {{ $labels.instance }}`)}`,
    `          description: ${quoted(measures)}`,
    `          runbook_url: ${runbookOf(name)}`,
  ].join('\n')
}

export function alertRules(): string {
  return `# Generated from packages/contract/src/desk/health.ts. See README.md.
groups:
  - name: sealwright
    rules:
      - alert: SealwrightDown
        expr: up{job="sealwright"} == 0
        for: 1m
        labels: { severity: critical }
        annotations:
          summary: 'No metrics from {{ $labels.instance }}: the server is down'
          runbook_url: ${runbookOf('processes')}
      - alert: SealwrightHealthUnknown
        expr: ${HEALTH_METRIC} == ${HEALTH_NUMBERS.unknown}
        for: 1h
        labels: { severity: warning }
        annotations:
          summary: 'The check {{ $labels.check }} cannot measure on {{ $labels.instance }}'
          runbook_url: ${ADDRESS}/docs/en/${HEALTH_GUIDE}
${HEALTH_CHECK_NAMES.flatMap((name) => [rule(name, 'red'), rule(name, 'yellow')]).join('\n')}
`
}

const GRAFANA_UNITS: Readonly<Record<HealthUnit, string>> = {
  count: 'short',
  flag: 'short',
  seconds: 's',
  bytes: 'bytes',
  ratio: 'percentunit',
  days: 'd',
  milliseconds: 'ms',
}
const SOURCE = { type: 'prometheus', uid: '${source}' }
const WIDTH = 24

/** One panel for each check and unit, because a panel has one axis. */
function panelsOf(name: HealthCheckName): object[] {
  const values = Object.keys(HEALTH_CHECKS[name].values).map((value) => `${name}.${value}` as HealthValueName)
  const units = [...new Set(values.map(healthUnit))]
  return units.map((unit) => ({
    type: 'timeseries',
    title: `${health.checks[name].title} (${unit})`,
    datasource: SOURCE,
    links: [{ title: 'Guide', url: runbookOf(name), targetBlank: true }],
    fieldConfig: { defaults: { unit: GRAFANA_UNITS[unit] }, overrides: [] },
    targets: values
      .filter((value) => healthUnit(value) === unit)
      .map((value, index) => ({
        refId: String.fromCharCode(65 + index),
        expr: healthMetric(value),
        legendFormat: `${value.slice(name.length + 1)} {{instance}}`,
      })),
  }))
}

export function dashboard(): object {
  const lights = {
    type: 'stat',
    title: 'Health',
    datasource: SOURCE,
    gridPos: { x: 0, y: 0, w: WIDTH, h: 6 },
    options: { colorMode: 'background', textMode: 'name', reduceOptions: { calcs: ['lastNotNull'] } },
    fieldConfig: {
      defaults: {
        min: -1,
        max: 2,
        thresholds: {
          mode: 'absolute',
          steps: [
            { color: 'gray', value: null },
            { color: 'green', value: 0 },
            { color: 'yellow', value: 1 },
            { color: 'red', value: 2 },
          ],
        },
      },
      overrides: [],
    },
    targets: [{ refId: 'A', expr: `max by (check) (${HEALTH_METRIC})`, legendFormat: '{{check}}' }],
  }
  const calls = {
    type: 'timeseries',
    title: 'Calls: 99th percentile of the duration',
    datasource: SOURCE,
    fieldConfig: { defaults: { unit: 's' }, overrides: [] },
    targets: [
      {
        refId: 'A',
        expr: 'histogram_quantile(0.99, sum by (le) (rate(sealwright_call_seconds_bucket[5m])))',
        legendFormat: 'p99',
      },
    ],
  }
  const graphs = [calls, ...HEALTH_CHECK_NAMES.flatMap(panelsOf)].map((panel, index) => ({
    ...panel,
    gridPos: { x: (index % 3) * (WIDTH / 3), y: 6 + Math.floor(index / 3) * 7, w: WIDTH / 3, h: 7 },
  }))
  const panels = [lights, ...graphs].map((panel, index) => ({ id: index + 1, ...panel }))
  return {
    title: 'Sealwright',
    uid: 'sealwright',
    schemaVersion: 39,
    refresh: '15s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Data source' }] },
    panels,
  }
}
