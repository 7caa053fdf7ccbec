// What the parts of the demo share: each tells what happens on which day, and acts through the calls of the center.
import type { AnswerOf, Call, PayloadOf, Privilege, runtimeCalls } from '@sealwright/contract'
import type { Ground } from '../compose/ground.ts'
import type { Caller } from '../kernel/scope.ts'
import type { TemplateKey, Words } from './words/index.ts'

/** `ago` is in days. */
export interface Day {
  ago: number
  act: () => Promise<unknown>
}

/** A license that was issued. */
export interface Sold {
  kind: 'account' | 'sn' | 'smart'
  guid: string
  serial: string
  template: TemplateKey
}

export interface DemoMachine {
  guid: string
  name: string
  os: string
  network: string
  address: { ip: string; mac: string }
  fingerprint: string
  isOffline: boolean
}

type Programs = typeof runtimeCalls

export interface Story {
  words: Words
  /** The center of the past. Its clock is that of the story. */
  ground: Ground
  developerId: number
  /** The time at which the story ends. */
  present: Date
  now(): Date
  /** Makes one call for each payload, with `isTogether` in one transaction; as the super administrator by default. */
  make<C extends Call>(
    call: C,
    wires: readonly PayloadOf<C>[],
    options?: { isTogether?: boolean; by?: Caller | undefined },
  ): Promise<AnswerOf<C>[]>
  /** Makes a call of a program, over HTTP. Undefined if it is refused. */
  ask<Name extends keyof Programs>(
    name: Name,
    payload: Omit<PayloadOf<Programs[Name]>, 'developerId'>,
    network: string,
  ): Promise<AnswerOf<Programs[Name]> | undefined>
  /** Binds devices to licenses in one transaction. */
  bind(machines: readonly DemoMachine[]): Promise<void>
  finishTask(taskId: string): Promise<void>
  /** Known only when the day comes. */
  templateOf(key: TemplateKey): string
  integrator(): string
  /** The staff account, which sees two products only. */
  seller(): Caller | undefined
  /** An administrator who has accepted the invitation. */
  addColleague(account: string, userName: string, privileges: readonly Privilege[]): Promise<Caller | undefined>
  /** The licenses of this template that are not bound or changed so far, the newest first. */
  unused(template: TemplateKey): readonly Sold[]
}

export async function firstOf<T>(made: Promise<readonly T[]>): Promise<T> {
  const [one] = await made
  if (one === undefined) throw new Error('the call returned nothing')
  return one
}

/** The device of a program. */
export const machineNamed = (name: string, { os = 'Windows 11', prefix = 'program' } = {}) => ({
  fingerprint: `demo-${prefix}-${name}`,
  name,
  os,
  addresses: [],
  parts: [],
})
