// Generates docs/guide/sdk-reference.md from the declarations and comments in packages/sdk. To change its text, change
// those comments.
import { declarationsOfSdk } from './sdk-declarations.ts'

const OPENING = `# The SDK's reference

The exports of \`@sealwright/sdk\`, starting with the first call of a program. [Protect your program](sdk.md) shows
their use, and [Programs that run](runtime.md#refusals) lists the refusals of the server. This page is generated from
the SDK's source.
`

export function sdkReference(): string {
  const sections = declarationsOfSdk().map(({ name, comment, text, isExported }) => {
    const words = [comment, isExported ? '' : 'Not exported: exported types are made from it.']
      .filter((sentence) => sentence !== '')
      .join(comment.includes('\n') ? '\n\n' : ' ')
    return `## ${name}\n\n${words && `${words}\n\n`}\`\`\`ts\n${text}\n\`\`\`\n`
  })
  return `${OPENING}\n${sections.join('\n')}`
}
