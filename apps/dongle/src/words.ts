// The texts of the command in both languages. Refusals are not included: their texts come from the center and the SDK.
import type { LockResult } from '@sealwright/contract/dongle-files'
import type { DongleInfo, Language } from '@sealwright/sdk'

const USAGE = {
  zh: `虚拟硬件锁：模拟一把硬件锁，密钥保存在文件中，只供试用和开发，不能保护软件。

npm run dongle -- make --keys 文件 [--shell 外壳号] [--mode activation|permanent] [--days 天数]
                            制作一把锁，把登记所需的一行追加到 --csv 文件
npm run dongle -- list      列出所有的锁
npm run dongle -- plug      插入
npm run dongle -- unplug    拔出
npm run dongle -- info      锁的状态和锁内许可
npm run dongle -- activate --keys 文件   联网激活，取升级包，上报结果
npm run dongle -- fetch --keys 文件      联网取升级包，不激活
npm run dongle -- report --keys 文件     只联网上报结果
npm run dongle -- request [activate|fetch|report]   写出请求文件（C2D）
npm run dongle -- import 文件            导入升级包（D2C）
npm run dongle -- clock +7d              把锁的时钟向前拨（d 天，h 小时，m 分钟），或给出时间；不能拨回
  --dongle 号码     外壳号或序列号；只有一把锁时可省略
  --keys 文件       厂商的密钥（program-keys 命令写出）
  --url 地址        授权服务器（http://localhost:8080）
  --csv 文件        登记用的文件（dongles.csv），交给 npm run platform -- register-dongles
  --out 文件夹      请求文件写到哪里（当前文件夹）
  --folder 文件夹   锁保存在哪里
  --json            list 和 info 输出 JSON
  --language zh|en

退出码：0 成功，2 用法有误，3 被拒绝，4 无法连接授权服务器`,
  en: `A virtual dongle: it simulates a dongle. Its keys lie in a file, so it is for trials and development only and
protects nothing.

npm run dongle -- make --keys FILE [--shell NUMBER] [--mode activation|permanent] [--days N]
                            make a dongle, and append the line that registers it to the --csv file
npm run dongle -- list      list all dongles
npm run dongle -- plug      plug it in
npm run dongle -- unplug    unplug it
npm run dongle -- info      its state and the licenses inside
npm run dongle -- activate --keys FILE   activate online, fetch packages, report results
npm run dongle -- fetch --keys FILE      fetch packages online, without activating
npm run dongle -- report --keys FILE     only report results online
npm run dongle -- request [activate|fetch|report]   write a request file (C2D)
npm run dongle -- import FILE            import packages (D2C)
npm run dongle -- clock +7d              move its clock forward (d days, h hours, m minutes), or to a time; never back
  --dongle NUMBER   shell number or serial number; not needed if there is only one dongle
  --keys FILE       keys of the vendor, written by program-keys
  --url ADDRESS     address of the center (default: http://localhost:8080)
  --csv FILE        file for npm run platform -- register-dongles (default: dongles.csv)
  --out FOLDER      folder for request files (default: the current one)
  --folder FOLDER   folder of the dongles
  --json            list and info print JSON
  --language zh|en

Exit codes: 0 done, 2 wrong usage, 3 refused, 4 the center is unreachable`,
} as const satisfies Record<Language, string>

type State = DongleInfo['state']

export const WORDS = {
  zh: {
    usage: USAGE.zh,
    made: '已制作虚拟硬件锁（模拟，密钥在文件中）：',
    registered: '登记用的一行已追加到',
    next: '下一步：npm run platform -- register-dongles',
    nextPlug: '登记后：npm run dongle -- plug',
    plugged: '已插入：',
    unplugged: '已拔出：',
    written: '已写出请求文件：',
    handIn: '把它交给软件厂商换取升级包，再用 import 导入。',
    nothing: '没有等待的升级包。',
    package: '升级包',
    notTaken: '没有导入',
    onlyConfirms: '仅确认已上报的结果',
    clock: '锁的时钟：',
    shell: '外壳号',
    serial: '序列号',
    firmware: '固件',
    mode: '类型',
    modes: { activation: '激活锁', permanent: '永久锁' },
    days: '离线天数',
    state: '状态',
    states: {
      working: '正常',
      notActivated: '未激活',
      activationEnded: '激活已到期',
      locked: '已锁定',
      lost: '已挂失',
    } satisfies Record<State, string>,
    out: '未插入',
    until: '激活至',
    last: '最后的升级包',
    licenses: '锁内许可',
    license: '许可',
    modules: '模块',
    end: '到期',
    start: '开始',
    span: '首次使用后天数',
    uses: '剩余次数',
    seats: '并发',
    unlimited: '不限',
    single: '一个程序',
    version: '版本',
    never: '永久',
    results: {
      done: '完成',
      exists: '许可已在锁内',
      missing: '许可不在锁内',
      noValue: '没有可增减的值',
      tooLow: '结果太小',
      tooHigh: '结果太大',
      full: '锁内许可已满',
      unsupported: '锁不支持',
      overtaken: '已被后来的升级包取代',
    } satisfies Record<LockResult, string>,
    refused: '被拒绝',
    wrongCommand: '没有这个命令：',
    wrongLanguage: '--language 是 zh 或 en。',
    wrongShell: '--shell 是 6 到 20 位数字。',
    shellTaken: '已有外壳号相同的锁：',
    wrongMode: '--mode 是 activation 或 permanent。',
    wrongDays: '--days 是 1 到 180 的天数。',
    wrongAct: '请求是 activate、fetch 或 report。',
    wrongClock: '给出向前拨的时间，如 +7d、+12h，或一个时间，如 2027-01-01T08:00:00Z。',
    needsKeys: '用 --keys 给出厂商的密钥文件。写出它：npm run platform -- program-keys 账号 --file 文件',
    unreadableKeys: '读不出密钥文件，或其中缺少 developerId、apiPassword、rootKey、exchangeKey：',
    foreignExchangeKey: '密钥文件的 exchangeKey 不是由其 rootKey 签发的：',
    needsFile: '给出要导入的文件。',
    unreadableFile: '读不出文件：',
    unwritable: '写不出文件：',
    noDongle: '没有虚拟硬件锁。先运行 npm run dongle -- make。',
    whichDongle: '有几把锁，用 --dongle 给出其中一把的外壳号或序列号：',
    unknownDongle: '没有这把锁：',
    notPlugged: '锁没有插入。先运行 npm run dongle -- plug。',
    alreadyPlugged: '锁已经插入。',
    alreadyOut: '锁没有插入。',
    pathTooLong: '文件夹的路径太长，容不下套接字；用 --folder 给出较短的文件夹：',
    damaged: '锁的文件已损坏，请重新制作一把锁：',
    notStarted: '锁的进程没有启动：',
  },
  en: {
    usage: USAGE.en,
    made: 'Made a virtual dongle (a simulation whose keys lie in a file):',
    registered: 'The line that registers it was appended to',
    next: 'Next: npm run platform -- register-dongles',
    nextPlug: 'After that: npm run dongle -- plug',
    plugged: 'Plugged in:',
    unplugged: 'Unplugged:',
    written: 'Request file written:',
    handIn: 'Give it to the software vendor for a package, then import that with import.',
    nothing: 'No packages are waiting.',
    package: 'Package',
    notTaken: 'not taken',
    onlyConfirms: 'only confirms reported results',
    clock: 'Clock of the dongle:',
    shell: 'Shell number',
    serial: 'Serial number',
    firmware: 'Firmware',
    mode: 'Kind',
    modes: { activation: 'activation lock', permanent: 'permanent lock' },
    days: 'Offline days',
    state: 'State',
    states: {
      working: 'working',
      notActivated: 'not activated',
      activationEnded: 'activation ended',
      locked: 'locked',
      lost: 'reported lost',
    } satisfies Record<State, string>,
    out: 'not plugged in',
    until: 'Active until',
    last: 'Last package',
    licenses: 'Licenses inside',
    license: 'License',
    modules: 'modules',
    end: 'ends',
    start: 'starts',
    span: 'days from first use',
    uses: 'uses left',
    seats: 'seats',
    unlimited: 'unlimited',
    single: 'one program',
    version: 'version',
    never: 'never',
    results: {
      done: 'done',
      exists: 'the license is already inside',
      missing: 'the license is not inside',
      noValue: 'there is no value to change',
      tooLow: 'the value would be too low',
      tooHigh: 'the value would be too high',
      full: 'the dongle is full',
      unsupported: 'not supported by the dongle',
      overtaken: 'a later package was taken first',
    } satisfies Record<LockResult, string>,
    refused: 'Refused',
    wrongCommand: 'There is no such command: ',
    wrongLanguage: '--language must be zh or en.',
    wrongShell: '--shell must have 6 to 20 digits.',
    shellTaken: 'Another dongle has this shell number: ',
    wrongMode: '--mode must be activation or permanent.',
    wrongDays: '--days must be a number of days from 1 to 180.',
    wrongAct: 'A request is activate, fetch or report.',
    wrongClock: 'Pass how far to move, such as +7d or +12h, or a time, such as 2027-01-01T08:00:00Z.',
    needsKeys:
      'Pass the keys of the vendor with --keys. To write them: npm run platform -- program-keys ACCOUNT --file FILE',
    unreadableKeys: 'Cannot read the keys file, or it lacks developerId, apiPassword, rootKey or exchangeKey: ',
    foreignExchangeKey: 'The exchangeKey of the keys file is not certified by its rootKey: ',
    needsFile: 'Pass the file to import.',
    unreadableFile: 'Cannot read the file: ',
    unwritable: 'Cannot write the file: ',
    noDongle: 'There is no virtual dongle. Run npm run dongle -- make first.',
    whichDongle: 'There are several dongles. Pass the shell number or serial number of one with --dongle: ',
    unknownDongle: 'There is no such dongle: ',
    notPlugged: 'The dongle is not plugged in. Run npm run dongle -- plug first.',
    alreadyPlugged: 'The dongle is already plugged in.',
    alreadyOut: 'The dongle is not plugged in.',
    pathTooLong: 'The path of the folder is too long for a socket. Pass a shorter one with --folder: ',
    damaged: 'The file of the dongle is damaged. Make another dongle: ',
    notStarted: 'The process of the dongle did not start: ',
  },
} as const satisfies Record<Language, Record<string, string | Record<string, string>>>

export type Words = (typeof WORDS)[Language]
