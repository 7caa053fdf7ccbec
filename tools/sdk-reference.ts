// Generates docs/guide/sdk-reference.md from the declarations and comments in packages/sdk. To change its text, change
// those comments.
import { declarationsOfSdk } from './sdk-declarations.ts'

const OPENING = `# The SDK's reference

Everything that \`@sealwright/sdk\` exports, from the first thing a program calls on. How it is used is in [Protect your program](sdk.md); what the server refuses is in
[Programs that run](runtime.md#refusals). This page is made from the SDK's source.
`

export function sdkReference(): string {
  const sections = declarationsOfSdk().map(({ name, comment, text, isExported }) => {
    const words = [comment, isExported ? '' : 'Not exported by this name; it is part of what is.']
      .filter((sentence) => sentence !== '')
      .join(' ')
    return `## ${name}\n\n${words && `${words}\n\n`}\`\`\`ts\n${text}\n\`\`\`\n`
  })
  return `${OPENING}\n${sections.join('\n')}`
}
