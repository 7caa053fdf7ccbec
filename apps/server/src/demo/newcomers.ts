// The customers and users of the demo who come in waves, from one seed. Users are imported from files.
import { customerCalls, userCalls } from '@sealwright/contract'
import type { createDice } from './dice.ts'
import type { Story } from './story.ts'

/** How many customers come at a time. */
const WAVE = 12

interface Newcomers {
  customers: { guid: string; name: string; domain: string }[]
  /** The guids of users. */
  users: string[]
  come(wave: number): Promise<void>
  importOld(): Promise<void>
}

export function newcomersOf(
  { make, finishTask, words }: Pick<Story, 'finishTask' | 'make' | 'words'>,
  dice: ReturnType<typeof createDice>,
): Newcomers {
  const { places, trades, surnames, given } = words
  const tags = Object.values(words.tags)
  const customers: Newcomers['customers'] = []
  const users: string[] = []

  async function come(wave: number) {
    const names = Array.from({ length: WAVE }, (_, index) => {
      const nth = wave * WAVE + index
      // The shift after each round of places keeps the combinations unique.
      const [place, trade] = [
        places[nth % places.length],
        trades[(nth + Math.floor(nth / places.length)) % trades.length],
      ]
      return place && trade
        ? { name: words.companyOf(place[0], trade[0]), domain: `${place[1]}-${trade[1]}.example` }
        : { name: '', domain: '' }
    })
    const contact = () => words.fullName(dice.oneOf(surnames)[0], dice.oneOf(given))
    const made = await make(
      customerCalls.create,
      names.map(({ name, domain }) => ({
        name,
        contact: contact(),
        phone: words.phoneOf(dice.between(10_000_000, 99_999_999)),
        email: `it@${domain}`,
      })),
      { isTogether: true },
    )
    made.forEach(({ guid }, index) =>
      customers.push({ guid, name: names[index]?.name ?? '', domain: names[index]?.domain ?? '' }),
    )
    const people = names.flatMap(({ name, domain }) =>
      Array.from({ length: dice.between(4, 6) }, (_, index) => {
        const [surname, sound] = dice.oneOf(surnames)
        return {
          account: `${sound}${index + 1}@${domain}`,
          userName: words.fullName(surname, dice.oneOf(given)),
          gender: dice.oneOf([1, 2] as const),
          customerName: name,
          tags: dice.isLucky(0.6) ? dice.oneOf(tags) : '',
        }
      }),
    )
    const sheet = [Object.keys(people[0] ?? {}), ...people.map((person) => Object.values(person))]
      .map((row) => row.join(','))
      .join('\n')
    const [task] = await make(userCalls.import, [
      { file: new File([sheet], words.userFile(wave + 1)), needActivation: false },
    ])
    if (task) await finishTask(task.taskId)
    const [known] = await make(userCalls.findByAccounts, [{ accounts: people.map(({ account }) => account) }])
    users.push(...(known ?? []).map(({ guid }) => guid))
  }

  /** A file from another system, in which some rows are wrong. */
  async function importOld() {
    const rows = ['old-01@legacy.example', 'old-02@legacy.example', 'not an address@', words.users.shen.account, '123']
    const file = new File([['account', ...rows].join('\n')], words.oldUsersFile)
    const [task] = await make(userCalls.import, [{ file, needActivation: false }])
    if (task) await finishTask(task.taskId)
  }

  return { customers, users, come, importOld }
}
