// A state machine as one table (from, event, to, who). The server's checks, the console's buttons and the tests read
// the same table. The server refuses any other event with an error that names the current state.
export interface Transition<State extends string | number, Event extends string, Who extends string> {
  from: State
  event: Event
  to: State
  who: Who
}

export interface Machine<State extends string | number, Event extends string, Who extends string> {
  name: string
  initial: State
  transitions: readonly Transition<State, Event, Who>[]
  /** The state after `event`. Undefined if the table does not allow it. */
  next(from: State, event: Event): State | undefined
  /** The events that `who` can trigger in this state. */
  events(from: State, who?: Who): Event[]
  states: readonly State[]
}

export function defineMachine<State extends string | number, Event extends string, Who extends string>(
  name: string,
  initial: State,
  transitions: readonly Transition<State, Event, Who>[],
): Machine<State, Event, Who> {
  const table = new Map<string, Transition<State, Event, Who>>()
  for (const row of transitions) {
    const key = `${row.from}:${row.event}`
    if (table.has(key)) throw new Error(`state machine ${name}: ${key} is declared twice`)
    table.set(key, row)
  }
  return {
    name,
    initial,
    transitions,
    next: (from, event) => table.get(`${from}:${event}`)?.to,
    events: (from, who) =>
      transitions.filter((row) => row.from === from && (who === undefined || row.who === who)).map((row) => row.event),
    states: [...new Set([initial, ...transitions.flatMap((row) => [row.from, row.to])])],
  }
}
