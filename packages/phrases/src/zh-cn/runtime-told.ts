// What the server tells of programs that run, beside refusals: what was done, how each rule was answered, what looks
// like abuse.
export const runtimeTold = {
  done: {
    login: '登录成功',
    activate: '激活成功',
    validate: '校验通过',
    deactivate: '已解除绑定',
    session: '已打开会话',
    heartbeat: '心跳正常',
    consume: '已扣减次数',
    data: '已读写数据区',
    offline: '已交换离线文件',
    borrow: '已借走席位',
    return: '已归还席位',
  },
  rules: {
    vendor: '厂商账户正常',
    lending: '不是借阅，或借阅码可以使用',
    license: '找到了许可',
    password: '不需要授权码密码，或密码正确',
    state: '许可没有被锁定、删除或等待审批',
    start: '许可已经开始',
    end: '许可没有到期',
    product: '许可包含所需的产品',
    version: '许可的版本足够',
    file: '不是离线文件，或文件可以交换',
    machine: '设备可以使用',
    uses: '使用次数足够',
    atOnce: '同时绑定的设备数足够',
    ever: '累计绑定的设备数足够',
    parts: '设备的部件没有变化，或变化在容许的次数之内',
    seats: '并发数足够',
    fee: '费用已扣除',
  },
  unasked: '{rule}（没有检查）',
  machineParts: { systemId: '系统编号', board: '主板', cpu: '处理器', disk: '硬盘', network: '网卡', memory: '内存' },
  partChange: {
    usedUp:
      '与设备“{name}”相比，{part}不同，但部件变化的次数已用完，所以算作另一台设备。这个许可 30 天内最多 {perMonth, number} 次，365 天内最多 {perYear, number} 次；已用：{used}。可以解绑原设备，或在“设备绑定”中放宽次数。',
    givenUp: '{part}是设备“{name}”换下的旧部件，所以算作另一台设备。这个许可最近的部件变化：{used}。可以解绑该设备。',
    everLimit:
      '与设备“{name}”相比，{part}不同，至此超过一半的部件已变化，应再计一台设备，但累计设备数已满。这个许可最近的部件变化：{used}。',
  },
  keyStates: { signing: '签名中', next: '待启用', resting: '不再签名', retired: '已停用', over: '已过期' },
  evidence: {
    machines: '30 天内有 {count, number} 台设备激活过，最多允许 {limit, number} 台',
    refusedMachines: '因设备数已满被拒绝 {count, number} 次',
    clones: '指纹“{fingerprint}”的设备在 {networks, number} 个网络上同时使用',
    networks: '30 天内从 {count, number} 个网络使用，许可可供 {limit, number} 处使用',
    drifts: '设备“{name}”的部件变化了 {count, number} 次',
    guesses: '30 天内尝试了 {count, number} 次不存在的授权码',
  },
} as const
