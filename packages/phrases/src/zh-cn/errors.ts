import type { ErrorPhrases } from '../shape.ts'

export const errors = {
  platform: {
    systemError: '系统内部错误，请稍后重试。请求编号：{requestId}',
    invalidUrl: '无效的 URL：没有这个地址',
    tooFrequent: '操作过于频繁，请在 {seconds} 秒后重试',
    dataTooLarge: '数据过大，最多 {max} 字节',
    mediaType: '不支持这种内容类型，请使用表单、JSON 或 multipart',
    badPayload: '提交的内容有误，请检查标出的字段',
    unreadableBody: '无法读取提交的内容，请检查格式后重试',
    duplicateKey: '字段“{key}”重复提交，请只保留一个',
    noPermission: '没有权限，请联系超级管理员授予“{privilege}”',
    timeIllegal: '时间不合法：开始时间不能晚于结束时间',
    downloadTimedOut: '下载超时，请缩小范围后重试',
    superOnly: '只有超级管理员可以执行此操作',
    wrongOrigin: '请求来源不正确，请从本系统页面操作',
    unavailable: '服务暂时不可用，请稍后重试',
    stale: '在您编辑期间，内容已被 {actor} 修改，请刷新后再保存',
  },
  session: { expired: '会话已过期，请重新登录' },
  idempotency: {
    inProgress: '相同的请求正在处理中，请稍后查看结果',
    otherPayload: '同一个幂等键已用于不同的内容，请更换幂等键',
    badKey: '幂等键应为 1 到 128 个可见字符',
  },
  captcha: { listStale: '验证要求已更新，请重试' },
  identity: {
    loginFailed: '登录失败，请检查账号和密码',
    ordinaryUser: '普通用户不能登录开发者中心',
    notActivated: '账号未激活，请先激活',
    disabled: '该管理员已被停用，请联系超级管理员',
    validityOver: '该管理员的有效期已过，请联系超级管理员',
  },
  developer: {
    becameFormal: '开发者升级成功，请点击“确定”刷新页面',
    serviceFeeUnpaid: '平台服务费未支付，暂不能执行此操作',
  },
  product: {
    notFound: '产品不存在或已删除',
    licenseIdTaken: '许可 ID {licenseId} 已被产品“{name}”使用，请换一个',
    licenseIdReserved: '许可 ID {licenseId} 曾属于已删除的产品，不能再次使用，请换一个',
    licenseIdImmutable: '许可 ID 创建后不能修改（当前为 {licenseId}）',
    trialLimit: '试用开发者最多创建 {max} 个产品，申请转正后不受限制',
    trialSoftForm: '试用开发者不能使用软许可，申请转正后可用',
    inUse: '产品“{name}”正被 {count} 个模板使用，请先删除这些模板',
    formInUse: '仍有 {count} 个模板使用“{form}”，不能移除该许可形式',
  },
} as const satisfies ErrorPhrases
