// Loads a screen with all that it needs before it is shown: its code, and the phrases that few screens say where it is one of them.
import type { ComponentType } from 'react'
import { speakLater } from './i18n.tsx'
import type { ScreenRow } from './screen.ts'

export async function loadScreen({ load, saysMore }: ScreenRow): Promise<ComponentType> {
  const [{ Screen }] = await Promise.all([load(), saysMore ? speakLater() : undefined])
  return Screen
}
