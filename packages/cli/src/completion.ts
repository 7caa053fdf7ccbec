// Scripts that complete commands in a shell. They hold every name, so that nothing starts while a person types.
import { OPEN_CALLS } from '@sealwright/contract'
import { resources, callsOf } from './command-line.ts'
import { flagsOf, kebab } from './flags.ts'
import { generalFor } from './help.ts'
import { WORDS } from './words.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const OWN = Object.keys(WORDS.en.ownCommands)

function lists() {
  return OPEN_CALLS.map((open) => {
    const flags = flagsOf(open)
    return {
      resource: open.resource,
      verb: kebab(open.verb),
      flags: [
        ...flags.flatMap(({ name, kind }) => (kind === 'boolean' ? [`--${name}`, `--no-${name}`] : [`--${name}`])),
        ...generalFor(open).map((name) => `--${name}`),
      ],
      choices: flags.flatMap(({ name, choices }) =>
        choices.length > 0 ? [{ name: `--${name}`, values: choices.map(String) }] : [],
      ),
    }
  })
}

/** For bash; zsh can run it too. */
function bashScript(): string {
  const verbs = resources()
    .map(
      (name) =>
        `    ${name}) words="${callsOf(name)
          .map(({ verb }) => kebab(verb))
          .join(' ')}" ;;`,
    )
    .join('\n')
  const calls = lists()
  const flags = calls
    .map(({ resource, verb, flags: names }) => `    "${resource} ${verb}") words="${names.join(' ')}" ;;`)
    .join('\n')
  const choices = calls
    .flatMap(({ resource, verb, choices: all }) =>
      all.map(({ name, values }) => `    "${resource} ${verb} ${name}") words="${values.join(' ')}" ;;`),
    )
    .join('\n')
  return `_sealwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  local resource="\${COMP_WORDS[1]}" verb="\${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...resources(), ...OWN].join(' ')} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$resource" in
${verbs}
    completion) words="${SHELLS.join(' ')}" ;;
    login) words="--profile --url --key-id --secret --no-check" ;;
    profiles) words="use" ;;
    esac
  else
    case "$resource $verb $previous" in
${choices}
    esac
    if [ -z "$words" ]; then
      case "$resource $verb" in
${flags}
      esac
    fi
  fi
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
}
complete -o default -F _sealwright sealwright
`
}

const zshScript = () => `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashScript()}`

function fishScript(): string {
  const isFirst = '__fish_use_subcommand'
  const lines = [
    'complete -c sealwright -f',
    `complete -c sealwright -n ${isFirst} -a '${[...resources(), ...OWN].join(' ')}'`,
    `complete -c sealwright -n '__fish_seen_subcommand_from completion' -a '${SHELLS.join(' ')}'`,
  ]
  for (const name of resources()) {
    const verbs = callsOf(name)
      .map(({ verb }) => kebab(verb))
      .join(' ')
    lines.push(
      `complete -c sealwright -n '__fish_seen_subcommand_from ${name}; ` +
        `and not __fish_seen_subcommand_from ${verbs}' -a '${verbs}'`,
    )
  }
  for (const { resource, verb, flags, choices } of lists()) {
    const seen = `-n '__fish_seen_subcommand_from ${resource}; and __fish_seen_subcommand_from ${verb}'`
    for (const flag of flags) {
      const values = choices.find(({ name }) => name === flag)?.values
      lines.push(`complete -c sealwright ${seen} -l ${flag.slice(2)}${values ? ` -x -a '${values.join(' ')}'` : ''}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const SCRIPTS: Record<Shell, () => string> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The script of a shell, or undefined if the shell is not known. */
export function completionOf(shell: string): string | undefined {
  const known = SHELLS.find((one) => one === shell)
  return known && SCRIPTS[known]()
}
