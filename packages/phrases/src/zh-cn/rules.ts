import type { RulePhrases } from '../shape.ts'

export const rules = {
  badFormat: '{field}格式不正确',
  controlCharacters: '{field}不能包含控制字符',
  dataAreaTooLarge: '{field}不能超过 {max} 字节',
  duplicateItemKey: '键“{key}”重复，同一数据区内的键不能相同',
  duplicateModule: '模块 ID {moduleId} 重复',
  logoTooLarge: '{field}不能超过 {max} 字节（64KB）',
  notBase64: '{field}不是有效的 Base64 内容',
  notInteger: '{field}必须是整数',
  notPng: '{field}必须是 PNG 图片',
  notUnique: '{field}不能重复',
  required: '{field}不能为空',
  spaces: '{field}不能包含空格',
  specialCharacters: '{field}不能包含特殊字符 {characters} 及其全角形式',
  tooBig: '{field}不能大于 {max, number}',
  tooFew: '{field}至少需要 {min} 项',
  tooLong: '{field}不能超过 {max} 个字符',
  tooMany: '{field}最多 {max} 项',
  tooShort: '{field}至少需要 {min} 个字符',
  tooSmall: '{field}不能小于 {min}',
  wrongType: '{field}的类型不正确',
} as const satisfies RulePhrases
