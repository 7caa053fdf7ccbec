// The operator commands about money. They parse their arguments strictly and print the current state; the billing
// domain makes the changes. Amounts are in yuan; percentages and counts are whole numbers.
import { FEN_A_YUAN, LIMITS, fenOf, isMoment, isPurse, judgeTiers, yuanText } from '@sealwright/contract'
import type { PriceTier, Rates, TierFault, TopUpGift } from '@sealwright/contract'
import type { Ground } from '../compose/ground.ts'
import { Declined, createOperator } from '../domains/billing/index.ts'
import type { Operator } from '../domains/billing/index.ts'
import { enqueueing, idOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

/** Wrong usage. The message says what is expected. */
class Mistake extends Error {
  override name = 'Mistake'
}

type Options = Record<string, unknown>
const option = (options: Options, name: string) => (typeof options[name] === 'string' ? options[name] : undefined)

/** Builds a command about money. Wrong usage exits with 2, and a change that the billing domain declines with 1. */
function money(
  given: Pick<Command, 'usage' | 'summary' | 'options'>,
  run: (operator: Operator, args: string[], options: Options) => Promise<void>,
): Command {
  return {
    ...given,
    async run(ground: Ground, args, options) {
      const operator = createOperator(ground)
      try {
        await enqueueing(ground, () => run(operator, args, options))
        return 0
      } catch (error) {
        if (error instanceof Mistake) return wrong(error.message)
        if (!(error instanceof Declined)) throw error
        print(error.message)
        return 1
      }
    },
  }
}

function amountOf(text: string | undefined, what: string, maxFen: number, isSigned = false): number {
  const typed = text?.trim() ?? ''
  const isNegative = isSigned && typed.startsWith('-')
  const fen = fenOf(isNegative ? typed.slice(1) : typed)
  if (fen === undefined || fen > maxFen)
    throw new Mistake(`${what} takes an amount in yuan, such as 12 or 0.10, up to ${yuanText(maxFen)}.`)
  return isNegative ? -fen : fen
}

function countOf(text: string | undefined, what: string, min: number, max: number): number {
  const typed = text?.trim() ?? ''
  const count = /^-?\d{1,12}$/.test(typed) ? Number(typed) : Number.NaN
  if (!(count >= min && count <= max)) throw new Mistake(`${what} takes a whole number from ${min} to ${max}.`)
  return count
}

function developerOf(text: string | undefined, what: string): number {
  const id = idOf(text)
  if (id === undefined) throw new Mistake(`${what} needs the id of a developer.`)
  return id
}
/** The developer in --developer, if given. */
const givenDeveloper = (options: Options) =>
  options['developer'] === undefined ? undefined : developerOf(option(options, 'developer'), '--developer')

function noteOf(options: Options, what: string): string {
  const note = option(options, 'note')?.trim() ?? ''
  const { noteMax } = LIMITS.billing
  if (note === '' || note.length > noteMax)
    throw new Mistake(`${what} needs --note with at most ${noteMax} characters; the developer reads it.`)
  return note
}

function typeOf(text: string | undefined, what: string): string {
  const type = text?.trim() ?? ''
  const { packageNameMax } = LIMITS.template
  if (type === '' || type.length > packageNameMax)
    throw new Mistake(`${what} needs the type of a package, at most ${packageNameMax} characters.`)
  return type
}

/** An argument that the command does not read is a mistake. */
function noMore(args: readonly string[], most: number): void {
  if (args.length > most) throw new Mistake(`Unexpected argument "${args[most]?.trim()}".`)
}

const RATES = {
  perDay: 'perDayFen',
  perYear: 'perYearFen',
  oneTime: 'oneTimeFen',
  extraDevice: 'extraDeviceFen',
} as const
const isRate = (name: string): name is keyof typeof RATES => Object.hasOwn(RATES, name)

const FAULTS: Record<TierFault, string> = {
  notFromOne: 'the first tier begins at 1',
  gap: 'a tier begins where the one before it ends',
  notAscending: 'each tier is above the one before it and ends after it begins',
  aboveLimit: `tiers end at ${LIMITS.template.groupUsers} at the latest`,
  badPrice: 'prices are amounts in yuan',
}

function tiersOf(text: string | undefined): PriceTier[] {
  if (text === 'none') return []
  const tiers = (text ?? '').split(',').map((part): PriceTier => {
    const [, low = '', top = '', perDay, perYear, oneTime] =
      /^(\d{1,6})-(\d{1,6}):([^/]+)\/([^/]+)\/([^/]+)$/.exec(part.trim()) ?? []
    if (oneTime === undefined)
      throw new Mistake(
        'rates tiers takes tiers such as "1-50:0.10/15/58,51-65535:0.08/12/48" ' +
          '(prices per day, per year and one-time), or none.',
      )
    const price = (typed: string | undefined) => amountOf(typed, 'rates tiers', LIMITS.billing.rateFen)
    return { lowLimit: Number(low), topLimit: Number(top), price: [price(perDay), price(perYear), price(oneTime)] }
  })
  const fault = judgeTiers(tiers)
  if (fault) throw new Mistake(`These tiers do not fit together: ${FAULTS[fault]}.`)
  return tiers
}

function giftsOf(text: string | undefined): TopUpGift[] {
  if (text === 'none') return []
  let above = 0
  return (text ?? '').split(',').map((part) => {
    const [, yuan, percent] = /^([^:]+):([^:]+)$/.exec(part.trim()) ?? []
    const fromFen = percent === undefined ? 0 : amountOf(yuan, 'rates gifts', LIMITS.topUp.maxYuan * FEN_A_YUAN)
    if (fromFen <= above)
      throw new Mistake(
        'rates gifts takes ascending steps such as "1000:2,10000:5" (percent from an amount in yuan), or none.',
      )
    above = fromFen
    return { fromFen, percent: countOf(percent, 'A gift', 1, 100) }
  })
}

function showRates({ tiers, ...rates }: Rates, gifts: readonly TopUpGift[]): void {
  for (const [name, field] of Object.entries(RATES)) print(`${name.padEnd(12)} ${yuanText(rates[field])}`)
  print(`${'freeDevices'.padEnd(12)} ${rates.freeDevices}`)
  const shownTiers = tiers.map(
    ({ lowLimit, topLimit, price }) => `${lowLimit}-${topLimit}:${price.map(yuanText).join('/')}`,
  )
  const shownGifts = gifts.map(({ fromFen, percent }) => `from ${yuanText(fromFen)}: ${percent}%`)
  print(`${'tiers'.padEnd(12)} ${shownTiers.join(', ') || 'none'}`)
  print(`${'gifts'.padEnd(12)} ${shownGifts.join(', ') || 'none'}`)
}

async function rates(operator: Operator, args: string[], options: Options): Promise<void> {
  const developerId = givenDeveloper(options)
  const [verb, name = '', value] = args
  noMore(args, verb === 'set' ? 3 : verb === undefined || verb === 'reset' ? 1 : 2)
  if (verb === 'set' && isRate(name))
    await operator.setRates(
      { [RATES[name]]: amountOf(value, `rates set ${name}`, LIMITS.billing.rateFen) },
      developerId,
    )
  else if (verb === 'set' && name === 'freeDevices')
    await operator.setRates(
      { freeDevices: countOf(value, 'rates set freeDevices', 0, LIMITS.template.simultaneousMachines) },
      developerId,
    )
  else if (verb === 'set') throw new Mistake(`rates set takes one of ${Object.keys(RATES).join(', ')}, freeDevices.`)
  else if (verb === 'tiers') await operator.setRates({ tiers: tiersOf(name) }, developerId)
  else if (verb === 'gifts' && developerId !== undefined)
    throw new Mistake('Gifts on top of a top-up apply to all developers: omit --developer.')
  else if (verb === 'gifts') await operator.setGifts(giftsOf(name))
  else if (verb === 'reset') await operator.setRates(null, developerId)
  else if (verb !== undefined)
    throw new Mistake('rates shows the prices; rates set, rates tiers, rates gifts and rates reset change them.')
  const [now, gifts] = [await operator.rates(developerId), await operator.gifts()]
  if (options['json']) print(JSON.stringify({ rates: now, gifts }, null, 2))
  else showRates(now, gifts)
}

async function packages(operator: Operator, args: string[], options: Options): Promise<void> {
  const [verb, first, second] = args
  const { atOnce, quantity, days, priceFen } = LIMITS.package
  noMore(args, verb === 'grant' ? 3 : 2)
  if (verb === 'add') {
    const type = typeOf(first, 'package add')
    await operator.addOffer({
      type,
      licenses: countOf(option(options, 'licenses'), '--licenses', 1, quantity),
      updates: countOf(option(options, 'updates'), '--updates', 0, quantity),
      days: countOf(option(options, 'days'), '--days', 1, days),
      priceFen: amountOf(option(options, 'price'), '--price', priceFen),
    })
    print(`"${type}" is on offer now.`)
  } else if (verb === 'retire') {
    const type = typeOf(first, 'package retire')
    await operator.retireOffer({ type })
    print(`"${type}" is no longer on offer. Packages already bought stay valid.`)
  } else if (verb === 'grant') {
    const developerId = developerOf(first, 'package grant')
    const serials = await operator.grantPackages(
      developerId,
      typeOf(second, 'package grant'),
      countOf(option(options, 'count') ?? '1', '--count', 1, atOnce),
    )
    print(`Given to developer ${developerId}: ${serials.join(', ')}.`)
  } else if (verb !== undefined)
    throw new Mistake('package lists the offers; package add, package retire and package grant change them.')
  else {
    const offers = await operator.offers()
    if (options['json']) print(JSON.stringify(offers, null, 2))
    else if (offers.length === 0) print('No package is on offer.')
    else
      for (const offer of offers)
        print(
          `${offer.type}  ${offer.licenses} licenses, ${offer.updates} updates, ${offer.days} days, ` +
            `${yuanText(offer.priceFen)} yuan`,
        )
  }
}

async function credit(operator: Operator, args: string[], options: Options): Promise<void> {
  noMore(args, 2)
  const developerId = developerOf(args[0], 'credit')
  const kinds = (
    [
      ['gift', 'gift'],
      ['licenses', 'giftLicenses'],
      ['vouchers', 'vouchers'],
    ] as const
  ).filter(([name]) => options[name])
  if (kinds.length > 1)
    throw new Mistake('credit takes one of --gift, --licenses and --vouchers, or none for the balance.')
  const kind = kinds[0]?.[1] ?? 'wallet'
  const { quantity } = LIMITS.package
  const amount = isPurse(kind)
    ? amountOf(args[1], 'credit', LIMITS.billing.creditFen, true)
    : countOf(args[1], 'credit', -quantity, quantity)
  if (amount === 0) throw new Mistake('credit needs an amount other than 0.')
  const now = await operator.credit(developerId, { kind, amount, note: noteOf(options, 'credit') })
  print(
    `Developer ${developerId} has ${yuanText(now.wallet)} yuan, ${yuanText(now.gift)} yuan as a gift, ` +
      `${now.giftLicenses} gift licenses and ${now.vouchers} vouchers now.` +
      (now.paidBills > 0 ? ` Overdue bills paid from it: ${now.paidBills}.` : ''),
  )
}

async function fee(operator: Operator, args: string[], options: Options): Promise<void> {
  const [verb, first, second] = args
  const { amountFen: maxFen, periodMonthsMax, firstDaysMax } = LIMITS.serviceFee
  noMore(args, verb === 'bill' ? 3 : verb === 'reset' ? 1 : 2)
  if (verb === 'bill') {
    const developerId = developerOf(first, 'fee bill')
    const amountFen = amountOf(second, 'fee bill', maxFen)
    const day = option(options, 'due') ?? ''
    if (amountFen === 0) throw new Mistake('fee bill needs an amount above 0.')
    if (!/^[\d-]{10}$/.test(day) || !isMoment(day))
      throw new Mistake('fee bill needs --due with a day, such as 2027-01-31.')
    await operator.bill(developerId, { amountFen, day, note: noteOf(options, 'fee bill') })
    print(`Developer ${developerId} is billed ${yuanText(amountFen)} yuan, due by ${day}.`)
    return
  }
  const developerId = givenDeveloper(options)
  if (verb === 'set') {
    const amountFen = amountOf(first, 'fee set', maxFen)
    const [months, days] = [option(options, 'months'), option(options, 'first-days')]
    if (developerId === undefined) {
      const concerned = await operator.setFee({
        amountFen,
        ...(months !== undefined && { periodMonths: countOf(months, '--months', 1, periodMonthsMax) }),
        ...(days !== undefined && { firstDays: countOf(days, '--first-days', 1, firstDaysMax) }),
      })
      print(
        amountFen === 0
          ? `The service fee is off. Developers affected: ${concerned}.`
          : `The service fee is set. Developers who must pay it now and did not have to before: ${concerned}.`,
      )
    } else if (months !== undefined || days !== undefined)
      throw new Mistake('--months and --first-days apply to all developers: omit --developer.')
    else await operator.setFeeOf(developerId, amountFen)
  } else if (verb === 'reset') {
    if (developerId === undefined)
      throw new Mistake('fee reset needs --developer: it gives one developer the general fee again.')
    await operator.setFeeOf(developerId, null)
  } else if (verb !== undefined)
    throw new Mistake('fee shows the service fee; fee set and fee reset change it; fee bill makes a manual bill.')
  const now = await operator.fee(developerId)
  print(
    now.amountFen === 0
      ? 'No service fee.'
      : `${yuanText(now.amountFen)} yuan for ${now.periodMonths} months; ` +
          `a new formal developer has ${now.firstDays} days.`,
  )
  if (developerId !== undefined && now.amountFen > 0)
    print(now.paidUntil ? `Paid until ${now.paidUntil.toISOString()}.` : 'This developer does not have to pay it yet.')
}

async function limits(operator: Operator, args: string[], options: Options): Promise<void> {
  const developerId = givenDeveloper(options)
  const [verb, name = '', value] = args
  noMore(args, verb === 'reset' ? 1 : 3)
  const known = Object.entries(LIMITS.platform).map(([limit, { max }]) => ({
    name: limit as keyof typeof LIMITS.platform,
    max,
  })) // keys of a const object
  if (verb === 'set') {
    const limit = known.find((one) => one.name === name)
    if (!limit) throw new Mistake(`limits set takes one of ${known.map((one) => one.name).join(', ')}.`)
    await operator.setLimits({ [limit.name]: countOf(value, `limits set ${limit.name}`, 0, limit.max) }, developerId)
  } else if (verb === 'reset') await operator.setLimits(null, developerId)
  else if (verb !== undefined) throw new Mistake('limits shows the limits; limits set and limits reset change them.')
  const now = await operator.limits(developerId)
  for (const { name: limit, max } of known) print(`${limit.padEnd(12)} ${now[limit]} (at most ${max})`)
}

const developer = { developer: { type: 'string' } } as const
const json = { json: { type: 'boolean' } } as const
const note = { note: { type: 'string' } } as const

export const MONEY_COMMANDS: Record<string, Command> = {
  rates: money(
    {
      usage:
        'rates [--developer ID] [--json] · rates set NAME YUAN|COUNT [--developer ID] · ' +
        'rates tiers "1-50:0.10/15/58,…"|none [--developer ID] · rates gifts "1000:2,…"|none · ' +
        'rates reset [--developer ID]',
      summary:
        'Shows or sets the prices of licenses (perDay, perYear, oneTime, extraDevice in yuan; freeDevices a count), ' +
        'for all developers or for one, and the gifts on top of a top-up.',
      options: { ...developer, ...json },
    },
    rates,
  ),
  package: money(
    {
      usage:
        'package [--json] · package add TYPE --licenses N --updates N --days N --price YUAN · ' +
        'package retire TYPE · package grant DEVELOPER_ID TYPE [--count N]',
      summary: 'Lists, adds or retires package offers, or grants packages to a developer free of charge.',
      options: {
        licenses: { type: 'string' },
        updates: { type: 'string' },
        days: { type: 'string' },
        price: { type: 'string' },
        count: { type: 'string' },
        ...json,
      },
    },
    packages,
  ),
  credit: money(
    {
      usage: 'credit DEVELOPER_ID YUAN [--gift] --note "…" · credit DEVELOPER_ID N --licenses|--vouchers --note "…"',
      summary:
        'Credits money, gift licenses or vouchers; a negative amount takes them back. ' +
        'Credited money also pays overdue bills.',
      options: { gift: { type: 'boolean' }, licenses: { type: 'boolean' }, vouchers: { type: 'boolean' }, ...note },
    },
    credit,
  ),
  fee: money(
    {
      usage:
        'fee [--developer ID] · fee set YUAN [--months N] [--first-days N] [--developer ID] · ' +
        'fee reset --developer ID · fee bill DEVELOPER_ID YUAN --due YYYY-MM-DD --note "…"',
      summary:
        'Shows or sets the platform service fee (0 for none), for all developers or for one; ' +
        'resets one developer to the general fee, or bills a developer manually.',
      options: {
        ...developer,
        months: { type: 'string' },
        'first-days': { type: 'string' },
        due: { type: 'string' },
        ...note,
      },
    },
    fee,
  ),
  limits: money(
    {
      usage: 'limits [--developer ID] · limits set NAME N [--developer ID] · limits reset [--developer ID]',
      summary:
        'Shows or sets the number of gift licenses of a new formal developer, ' +
        'and the days that devices continue to run while a bill is overdue.',
      options: developer,
    },
    limits,
  ),
}
