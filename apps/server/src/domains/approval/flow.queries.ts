// The SQL of approval flows. A developer has at most some dozen, so a list reads all of them.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Scope } from '../../kernel/scope.ts'
import type { FlowContent, Moment } from './approval.kind.ts'
import { approvalFlow, approvalFlowVersion, approvalRequest } from './approval.tables.ts'
import type { Flow } from './approval.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

export type FlowWithContent = Flow & { content: FlowContent }

const ofVersion = and(
  eq(approvalFlowVersion.developerId, approvalFlow.developerId),
  eq(approvalFlowVersion.flowGuid, approvalFlow.guid),
)

/** All flows in their order, with their present content. */
export async function listFlows({ db, developerId }: Within): Promise<FlowWithContent[]> {
  const rows = await db
    .select({ flow: approvalFlow, content: approvalFlowVersion.content })
    .from(approvalFlow)
    .innerJoin(approvalFlowVersion, and(ofVersion, eq(approvalFlowVersion.version, approvalFlow.version)))
    .where(and(eq(approvalFlow.developerId, developerId), isNull(approvalFlow.deletedAt)))
    .orderBy(approvalFlow.position, approvalFlow.guid)
  return rows.map(({ flow, content }) => ({ ...flow, content }))
}

/** A version of a flow; without a number, the present one of a flow that is not deleted. */
export async function findFlow(
  { db, developerId }: Within,
  guid: string,
  version?: number,
): Promise<FlowWithContent | undefined> {
  const [row] = await db
    .select({ flow: approvalFlow, content: approvalFlowVersion.content })
    .from(approvalFlow)
    .innerJoin(approvalFlowVersion, and(ofVersion, eq(approvalFlowVersion.version, version ?? approvalFlow.version)))
    .where(
      and(
        eq(approvalFlow.developerId, developerId),
        eq(approvalFlow.guid, guid),
        version === undefined ? isNull(approvalFlow.deletedAt) : undefined,
      ),
    )
  return row && { ...row.flow, ...(version !== undefined && { version }), content: row.content }
}

export interface FlowVersion {
  flowGuid: string
  flowVersion: number
}

export const versionKey = ({ flowGuid, flowVersion }: FlowVersion) => `${flowGuid} ${flowVersion}`

/** The content of these versions, by `versionKey`. */
export async function listContents(
  { db, developerId }: Within,
  versions: readonly FlowVersion[],
): Promise<Map<string, FlowContent>> {
  const wanted = new Map(versions.map((one) => [versionKey(one), one]))
  if (wanted.size === 0) return new Map()
  const { flowGuid, version, content } = approvalFlowVersion
  const rows = await db
    .select({ flowGuid, flowVersion: version, content })
    .from(approvalFlowVersion)
    .where(
      and(
        eq(approvalFlowVersion.developerId, developerId),
        or(...[...wanted.values()].map((one) => and(eq(flowGuid, one.flowGuid), eq(version, one.flowVersion)))),
      ),
    )
  return new Map(rows.map((row) => [versionKey(row), row.content]))
}

export async function insertVersion(
  { db, developerId, now }: Moment,
  { guid, version, content }: Pick<FlowWithContent, 'guid' | 'version' | 'content'>,
  createdBy: string,
): Promise<void> {
  const created = { createdBy, createdAt: now }
  await db.insert(approvalFlowVersion).values({ developerId, flowGuid: guid, version, content, ...created })
}

/** Numbers these flows from 1, in this order. */
export async function setOrder({ db, developerId }: Within, guids: readonly string[]): Promise<void> {
  await db.execute(sql`
    update approval_flow f set position = o.n
    from unnest(${sql.param([...guids])}::uuid[]) with ordinality as o (guid, n)
    where f.developer_id = ${developerId} and f.guid = o.guid and f.position <> o.n`)
}

/** The open requests of each flow, under any version. */
export async function countOpen({ db, developerId }: Within, guids: readonly string[]): Promise<Map<string, number>> {
  if (guids.length === 0) return new Map()
  const rows = await db
    .select({ guid: approvalRequest.flowGuid, n: sql<number>`count(*)::int` })
    .from(approvalRequest)
    .where(
      and(
        eq(approvalRequest.developerId, developerId),
        inArray(approvalRequest.flowGuid, [...guids]),
        // As in the partial index.
        sql`${approvalRequest.state} in ('gathering', 'waiting')`,
      ),
    )
    .groupBy(approvalRequest.flowGuid)
  return new Map(rows.map(({ guid, n }) => [guid, n]))
}
