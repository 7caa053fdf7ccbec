// The key-value items of a data area. A row shows the common settings on one line; the others open below it. Pasting
// lines of key=value into a key adds rows.
import { LIMITS } from '@sealwright/contract'
import { ArrowDown, ArrowUp, Eye, EyeOff, Ellipsis, Plus, SlidersHorizontal, Trash2 } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton } from '../control/button.tsx'
import { Checkbox } from '../control/checkbox.tsx'
import { TextInput } from '../control/text-input.tsx'
import { Menu } from '../overlay/menu.tsx'
import { newItem, parseItems } from './area-draft.ts'
import type { ItemDraft } from './area-draft.ts'

interface ItemErrors {
  key: string | undefined
  value: string | undefined
  name: string | undefined
  group: string | undefined
}

type Change = (items: (now: readonly ItemDraft[]) => readonly ItemDraft[]) => void

interface ItemRowProps {
  item: ItemDraft
  index: number
  count: number
  errorKey: string | undefined
  errorValue: string | undefined
  errorName: string | undefined
  errorGroup: string | undefined
  onItems: Change
  onRemove: (index: number) => void
  onLeave: (index: number, field: keyof ItemErrors) => void
}

const ItemRow = memo(function ItemRow({
  item,
  index,
  count,
  errorKey,
  errorValue,
  errorName,
  errorGroup,
  onItems,
  onRemove,
  onLeave,
}: ItemRowProps) {
  const t = usePhrases()
  const n = index + 1
  const [isOpen, setIsOpen] = useState(item.name !== '' || item.group !== '' || item.isBase64 || item.useBase64)
  const isShown = isOpen || errorName !== undefined || errorGroup !== undefined
  const change = (given: Partial<ItemDraft>) =>
    onItems((now) => now.map((row) => (row.id === item.id ? { ...row, ...given } : row)))
  const move = (by: number) =>
    onItems((now) => {
      const rest = now.filter((row) => row.id !== item.id)
      return [...rest.slice(0, index + by), item, ...rest.slice(index + by)]
    })
  const errors = [errorKey, errorValue, errorName, errorGroup].filter((message) => message !== undefined)
  return (
    <li
      className="item"
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const by = event.key === 'ArrowUp' ? -1 : 1
        if (index + by >= 0 && index + by < count) move(by)
      }}
    >
      <div className="item-line">
        <Checkbox
          label={t('product.area.inArea')}
          isChecked={item.checked}
          onChange={(checked) => change({ checked })}
        />
        <TextInput
          className="item-key"
          aria-label={t('product.area.itemKey', { n })}
          aria-invalid={errorKey ? true : undefined}
          placeholder={t('common.fields.key')}
          value={item.key}
          onText={(key) => change({ key })}
          onBlur={() => onLeave(index, 'key')}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (!/[\r\n=]/.test(pasted.trim())) return
            event.preventDefault()
            const added = parseItems(pasted)
            const isBlank = item.key === '' && item.value === ''
            onItems((now) => now.flatMap((row) => (row.id !== item.id ? [row] : isBlank ? added : [row, ...added])))
          }}
        />
        <TextInput
          className="item-value"
          aria-label={t('product.area.itemValue', { n })}
          aria-invalid={errorValue ? true : undefined}
          placeholder={t('common.fields.value')}
          // Not type=password, since browsers would offer to save it. The style sheet hides the text.
          data-hidden={item.isValueHidden || undefined}
          value={item.value}
          onText={(value) => change({ value })}
          onBlur={() => onLeave(index, 'value')}
        />
        <IconButton
          icon={item.isValueHidden ? EyeOff : Eye}
          label={item.isValueHidden ? t('product.area.show') : t('product.area.hide')}
          aria-pressed={item.isValueHidden}
          onPress={() => change({ isValueHidden: !item.isValueHidden })}
        />
        <Menu
          label={t('product.area.itemActions', { n })}
          className="sw-icon-button"
          align="end"
          items={[
            {
              key: 'more',
              label: isShown ? t('product.area.less') : t('product.area.more'),
              icon: SlidersHorizontal,
              onSelect: () => setIsOpen(!isShown),
            },
            {
              key: 'up',
              label: t('product.area.moveUp'),
              icon: ArrowUp,
              isDisabled: index === 0,
              onSelect: () => move(-1),
            },
            {
              key: 'down',
              label: t('product.area.moveDown'),
              icon: ArrowDown,
              isDisabled: index === count - 1,
              onSelect: () => move(1),
            },
            {
              key: 'remove',
              label: t('product.area.remove'),
              icon: Trash2,
              isDanger: true,
              startsGroup: true,
              onSelect: () => onRemove(index),
            },
          ]}
        >
          <Ellipsis size={16} aria-hidden />
        </Menu>
      </div>
      {isShown && (
        <div className="item-more">
          <TextInput
            aria-label={t('product.fields.itemName')}
            aria-invalid={errorName ? true : undefined}
            placeholder={t('product.fields.itemName')}
            value={item.name}
            onText={(name) => change({ name })}
            onBlur={() => onLeave(index, 'name')}
          />
          <TextInput
            aria-label={t('common.fields.group')}
            aria-invalid={errorGroup ? true : undefined}
            placeholder={t('common.fields.group')}
            value={item.group}
            onText={(group) => change({ group })}
            onBlur={() => onLeave(index, 'group')}
          />
          <Checkbox isChecked={item.isBase64} onChange={(isBase64) => change({ isBase64 })}>
            {t('common.fields.isBase64')}
          </Checkbox>
          <Checkbox isChecked={item.useBase64} onChange={(useBase64) => change({ useBase64 })}>
            {t('common.fields.useBase64')}
          </Checkbox>
        </div>
      )}
      {errors.length > 0 && (
        <p className="item-errors field-error" role="alert">
          {errors.join(' · ')}
        </p>
      )}
    </li>
  )
})

interface AreaItemsProps {
  /** Where the items are in the form, such as `rom.items`. */
  path: string
  items: readonly ItemDraft[]
  errorAt: (path: string) => string | undefined
  onItems: Change
  onLeave: (path: string) => void
}

export function AreaItems({ path, items, errorAt, onItems, onLeave }: AreaItemsProps) {
  const t = usePhrases()
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const leave = useCallback(
    (index: number, field: keyof ItemErrors) => onLeave(`${path}.${index}.${field}`),
    [onLeave, path],
  )
  const add = () => {
    onItems((now) => [...now, newItem()])
    // React renders the new row after this event.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child .item-key')?.focus())
  }
  const remove = useCallback(
    (index: number) => {
      onItems((now) => now.filter((_, at) => at !== index))
      // Focus the row that took its place, else the last row, else the add button.
      requestAnimationFrame(() => {
        const menus = [...(list.current?.querySelectorAll<HTMLElement>('[aria-haspopup=menu]') ?? [])]
        ;(menus[index] ?? menus.at(-1) ?? adder.current)?.focus()
      })
    },
    [onItems],
  )
  return (
    <div className="items">
      {items.length > 0 && (
        <ul
          ref={list}
          onKeyDown={(event) => {
            if (
              event.key !== 'Enter' ||
              event.nativeEvent.isComposing ||
              !(event.target instanceof HTMLInputElement) ||
              event.target.type !== 'text'
            )
              return
            // Enter would submit an unfinished form, so it moves to the next input.
            event.preventDefault()
            const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=text]')]
            inputs.at(inputs.indexOf(event.target) + 1)?.focus()
          }}
        >
          {items.map((item, index) => (
            <ItemRow
              key={item.id}
              item={item}
              index={index}
              count={items.length}
              errorKey={errorAt(`${path}.${index}.key`)}
              errorValue={errorAt(`${path}.${index}.value`)}
              errorName={errorAt(`${path}.${index}.name`)}
              errorGroup={errorAt(`${path}.${index}.group`)}
              onItems={onItems}
              onRemove={remove}
              onLeave={leave}
            />
          ))}
        </ul>
      )}
      <div className="items-foot">
        <Button ref={adder} size="small" icon={Plus} onPress={add} disabled={items.length >= LIMITS.product.items}>
          {t('product.area.addItem')}
        </Button>
        <span>{t('product.area.pasteHelp')}</span>
      </div>
    </div>
  )
}
