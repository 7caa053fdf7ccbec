export const shell = {
  close: '关闭',
  cancel: '取消',
  ok: '确定',
  serviceFee: {
    blocked: '支付平台服务费后即可继续此操作。',
    askSuper: '请联系超级管理员支付平台服务费。',
    pay: '去支付',
  },
  download: { saved: '已下载 {fileName}' },
} as const
