// Files dropped on a field. While a file is over the field, `data-over` marks it for the style sheet.
import { useState } from 'react'
import type { DragEvent } from 'react'

/** The props of the element that takes the files. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') onFiles([...event.dataTransfer.files])
  }
  return { 'data-over': isOver || undefined, onDragOver: onDrag, onDragLeave: onDrag, onDrop: onDrag }
}
