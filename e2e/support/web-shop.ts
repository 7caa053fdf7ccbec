// The web shop of examples/ as a process that can be killed, its customers, and a proxy before the centers.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const SHOP = join(import.meta.dirname, '../../examples/web-shop/shop.mjs')

export interface ShopSettings {
  centerUrl: string
  keyId: string
  secret: string
  webhookSecret: string
  template: string
  port: number
  file: string
}

export interface ShopOrder {
  number: string
  state: 'ordered' | 'got' | 'mailed' | 'rejected'
  code?: string
  license?: string
  confirmedBy?: string[]
  isConfirmed: boolean
}

export interface ShopState {
  orders: ShopOrder[]
  /** Events about licenses that belong to no order. */
  foreign: unknown[]
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}

async function startShop(settings: ShopSettings): Promise<ChildProcess> {
  const shop = spawn(process.execPath, [SHOP], {
    env: {
      PATH: process.env['PATH'],
      SEALWRIGHT_URL: settings.centerUrl,
      SEALWRIGHT_KEY_ID: settings.keyId,
      SEALWRIGHT_SECRET: settings.secret,
      WEBHOOK_SECRET: settings.webhookSecret,
      TEMPLATE_GUID: settings.template,
      SHOP_PORT: String(settings.port),
      SHOP_FILE: settings.file,
      SHOP_MAIL: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = once(shop.stdout, 'data')
  const early = once(shop, 'exit').then(() => Promise.reject(new Error('the shop ended before it was ready')))
  await Promise.race([ready, early])
  early.catch(() => undefined)
  return shop
}

async function end(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  const ended = once(shop, 'exit')
  shop.kill('SIGKILL')
  await ended
}

export interface RunningShop {
  /** Kills it at once and starts it again. */
  killAndRestart(): Promise<void>
  /** Sends an order until the shop has taken it, as a page does that is reloaded. */
  order(number: string): Promise<void>
  state(): Promise<ShopState>
  stop(): Promise<void>
}

export async function runShop(settings: ShopSettings): Promise<RunningShop> {
  let shop = await startShop(settings)
  const url = `http://127.0.0.1:${settings.port}/orders`
  return {
    async killAndRestart() {
      await end(shop)
      shop = await startShop(settings)
    },
    async order(number) {
      const body = JSON.stringify({ number, email: `${number}@buyer.example` })
      for (;;) {
        const taken = await fetch(url, { method: 'POST', body }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (taken) return
        await pause(50)
      }
    },
    state: async () => (await (await fetch(url)).json()) as ShopState, // our own shop
    stop: () => end(shop),
  }
}

/** Forwards connections to one of the targets that answers, as a proxy before several processes does. */
export async function startProxy(): Promise<{ url: string; setTargets(urls: readonly string[]): void; stop(): void }> {
  let targets: readonly string[] = []
  let turn = 0
  const proxy: Server = createServer((client) => {
    client.on('error', () => undefined)
    const attempt = (left: number) => {
      const target = targets[(turn += 1) % Math.max(1, targets.length)]
      if (target === undefined || left === 0) return void client.destroy()
      const { hostname, port } = new URL(target)
      const server = connect(Number(port), hostname)
      let isConnected = false
      server.once('connect', () => {
        isConnected = true
        client.pipe(server).pipe(client)
      })
      // A target that is gone: the next one. A connection that breaks off ends for the client too.
      server.once('error', () => (isConnected ? client.destroy() : attempt(left - 1)))
      server.once('close', () => isConnected && client.destroy())
      client.once('close', () => server.destroy())
    }
    attempt(targets.length)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    setTargets: (urls) => void (targets = urls),
    stop: () => void proxy.close(),
  }
}
