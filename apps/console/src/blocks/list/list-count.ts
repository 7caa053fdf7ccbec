// How many records the filters of a list find, in words, for what stands beside the list, such as an export.
import { createContext } from 'react'

export const ListCount = createContext<string | undefined>(undefined)
