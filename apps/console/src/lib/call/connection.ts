// Whether the server can be reached. One banner reports a lost connection; the failed calls show nothing.
import { create } from 'zustand'

export const useConnection = create<{ isLost: boolean }>(() => ({ isLost: false }))

export function connectionLost(): void {
  if (!useConnection.getState().isLost) useConnection.setState({ isLost: true })
}

export function connectionBack(): void {
  if (useConnection.getState().isLost) useConnection.setState({ isLost: false })
}
