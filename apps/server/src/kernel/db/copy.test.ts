import { createBlankDatabase } from '@sealwright/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOut } from './copy.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await createBlankDatabase() })
  await client.connect()
})
afterAll(() => client.end())

it('a copy whose last rows fill the stream leaves a connection that answers', async () => {
  // The last row pauses the connection, and the end of the copy arrives with it.
  const copy = copyOut(client, "copy (select repeat('x', 999) from generate_series(1, 66)) to stdout")
  const chunks: Buffer[] = []
  for await (const chunk of copy.stream) chunks.push(chunk as Buffer) // a stream of bytes
  expect([Buffer.concat(chunks).length, await copy.rows]).toEqual([66_000, 66])
  expect((await client.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
})
