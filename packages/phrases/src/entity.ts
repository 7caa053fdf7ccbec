// The phrases of an entity are one file a language. This distributes the parts that others look up by the entity's name:
// its noun, the label of its area of rights, its rights and its refusals. The rest is the topic of its screens.
interface EntityPhrases {
  /** Its name in the middle of a sentence. */
  noun: string
  titles: { list: string }
  privileges: object
  errors: object
}

type Distributed = 'noun' | 'privileges' | 'errors'
type Entities = Readonly<Record<string, EntityPhrases>>

export function entityPhrases<const All extends Entities>(entities: All) {
  const each = (part: (phrases: EntityPhrases) => unknown) =>
    Object.fromEntries(Object.entries(entities).map(([name, phrases]) => [name, part(phrases)])) as unknown
  // The casts below restore the names and texts that `each` does not follow.
  return {
    topics: each(({ noun: _noun, privileges: _privileges, errors: _errors, ...topic }) => topic) as {
      readonly [Name in keyof All]: Omit<All[Name], Distributed>
    },
    nouns: each(({ noun }) => noun) as { readonly [Name in keyof All]: All[Name]['noun'] },
    areas: each(({ titles }) => titles.list) as { readonly [Name in keyof All]: All[Name]['titles']['list'] },
    privileges: each(({ privileges }) => privileges) as { readonly [Name in keyof All]: All[Name]['privileges'] },
    errors: each(({ errors }) => errors) as { readonly [Name in keyof All]: All[Name]['errors'] },
  }
}

/** Topics of the platform desk, which has no nouns and areas of its own: each topic, and its refusals apart. */
export function withoutErrors<const All extends Readonly<Record<string, { errors: object }>>>(all: All) {
  const each = (part: (topic: { errors: object }) => unknown) =>
    Object.fromEntries(Object.entries(all).map(([name, topic]) => [name, part(topic)])) as unknown
  return {
    // The casts restore the names and texts that `each` does not follow.
    topics: each(({ errors: _errors, ...topic }) => topic) as {
      readonly [Name in keyof All]: Omit<All[Name], 'errors'>
    },
    errors: each(({ errors }) => errors) as { readonly [Name in keyof All]: All[Name]['errors'] },
  }
}
