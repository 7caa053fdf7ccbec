// The order book: a file with one line for each thing that happened. A line is written to the disk before anybody is
// told, so a killed shop knows at its next start what it has promised. A real shop has a database for this.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

export function openBook(file) {
  const orders = new Map()
  const heard = new Set()
  const foreign = []

  function apply({ type, number, ...fact }) {
    if (type === 'ordered') orders.set(number, { number, ...fact, state: 'ordered' })
    const order = number === null ? undefined : orders.get(number)
    if (type === 'got') Object.assign(order, fact, { state: order.state === 'rejected' ? 'rejected' : 'got' })
    if (type === 'mailed') order.state = 'mailed'
    if (type === 'approved' || type === 'rejected') heard.add(fact.id)
    if (type === 'approved' && order) order.isApproved = true
    if (type === 'rejected' && order) order.state = 'rejected'
    if (type === 'heard') {
      heard.add(fact.id)
      if (!order) foreign.push(fact)
      else Object.assign(order, { confirmedBy: [...(order.confirmedBy ?? []), fact.license] })
    }
  }

  const handle = openSync(file, 'a+')
  // The last line may be half written; nobody was told of it.
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n')) {
    try {
      if (line !== '') apply(JSON.parse(line))
    } catch {
      // The half line of an earlier kill.
    }
  }
  if (whole.length < text.length) writeSync(handle, '\n')

  function write(fact) {
    writeSync(handle, `${JSON.stringify(fact)}\n`)
    fsyncSync(handle)
    apply(fact)
  }
  return { orders, heard, foreign, write, close: () => closeSync(handle) }
}
