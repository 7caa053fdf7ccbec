// Whether the server can be reached. A lost connection is told once, by a banner; every call that fails for it stays
// quiet.
import { create } from 'zustand'

export const useConnection = create<{ isLost: boolean }>(() => ({ isLost: false }))

export function connectionLost(): void {
  if (!useConnection.getState().isLost) useConnection.setState({ isLost: true })
}

export function connectionBack(): void {
  if (useConnection.getState().isLost) useConnection.setState({ isLost: false })
}
