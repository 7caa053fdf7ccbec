// The texts of the demo program in both languages. Refusals are not included: their texts come from the center and the
// SDK.
import type { Language } from '@sealwright/sdk'

const USAGE = {
  zh: `npm run demo -- --code 授权码                      用授权码激活
npm run demo -- --account 账号 --password 密码 --product 许可ID   登录账号
npm run demo -- --browser --product 许可ID        通过浏览器登录账号
npm run demo                                      用上次保存的许可运行
  --seat            只占用席位，不绑定本机（集团授权码的其他成员）
  --password 密码   账号的密码，或授权码自己的密码
  --deactivate      解除本机的激活
不联网：
  --request         写出请求文件（C2D）：与 --code 或 --account 一起为绑定，单独使用为更新许可
  --import 文件     导入许可文件（D2C），然后运行
  --unbind          移除本机的许可，写出解绑文件
  --qr              同时把文件显示为二维码
  --folder 文件夹   文件写到哪里（当前文件夹）
借用席位：
  --lending 借阅码  用借阅码激活
  --borrow 天数     与 --code 一起，从集团授权码借一个席位
  --return          归还借来的席位
硬件锁：
  --dongle          用硬件锁内的许可运行
  --license-id 号码 许可 ID；缺省时取锁内第一个许可
  --dongles 文件夹  虚拟硬件锁在哪里
其他：
  --url 地址        授权服务器
  --keys 文件       程序内置的密钥（program-keys 命令写出）；缺省时取本机授权中心的演示开发者
  --store 文件      许可保存在哪里
  --every 秒        多久询问一次（3）
  --language zh|en`,
  en: `npm run demo -- --code CODE                        activate with a license code
npm run demo -- --account NAME --password TEXT --product LICENSE_ID   sign in
npm run demo -- --browser --product LICENSE_ID     sign in through the browser
npm run demo                                       run with the stored license
  --seat            take a seat without binding this device (other members of a group code)
  --password TEXT   password of the account, or of the code if it has one
  --deactivate      unbind this device from its license
without a network:
  --request         write a request file (C2D): to bind with --code or --account, otherwise to renew the license
  --import FILE     import a license file (D2C), then run
  --unbind          remove the license from this device and write a file that proves it
  --qr              also show the file as a QR code
  --folder FOLDER   folder for the files (default: the current one)
borrowed seats:
  --lending CODE    activate with a lending code
  --borrow DAYS     borrow a seat of the group code given with --code
  --return          return the borrowed seat
dongles:
  --dongle          run from a license in a dongle
  --license-id ID   license id (default: the first license in the dongle)
  --dongles FOLDER  folder of virtual dongles
other options:
  --url ADDRESS     address of the center
  --keys FILE       keys of the program, written by program-keys (default: demo developer of the local center)
  --store FILE      file that stores the license
  --every SECONDS   interval between validations (default: 3)
  --language zh|en`,
} as const satisfies Record<Language, string>

export const WORDS = {
  zh: {
    usage: USAGE.zh,
    licensed: '已获授权，开始作画',
    code: '授权码',
    account: '账号',
    product: '产品',
    modules: '模块',
    none: '无',
    end: '到期',
    never: '永久',
    span: '首次使用后 {days} 天',
    offline: '可离线至',
    borrowed: '借用至',
    machine: '本机',
    seats: '席位',
    dongle: '硬件锁',
    until: '可用至',
    uses: '剩余次数',
    dongleHint: '拔出硬件锁，看看会发生什么。按 Ctrl-C 退出。',
    wrongLicenseId: '--license-id 是许可 ID。',
    hint: '在控制台锁定这个许可，看看会发生什么。按 Ctrl-C 退出。',
    going: '仍在授权中',
    changed: '许可已变更',
    unheard: '无法连接授权服务器，可用至',
    refused: '不能继续',
    deactivated: '已解除本机的激活。',
    bye: '再见。',
    openBrowser: '在浏览器中打开，登录并确认：',
    compareCode: '核对登录码：',
    needsProduct: '登录账号时，用 --product 给出产品的许可 ID。',
    wrongEvery: '--every 是秒数。',
    wrongLanguage: '--language 是 zh 或 en。',
    noCenter: '这里没有授权中心。请先运行 npm start，或用 --keys 给出程序内置的密钥。',
    unreadableKeys: '读不出密钥文件：',
    unreadableFile: '读不出文件：',
    saved: '已写出请求文件：',
    handIn: '把它交给软件厂商，或在授权码页面换取许可文件，再用 --import 导入。',
    handInRemoval: '许可已从本机移除。把文件交给软件厂商，或在授权码页面交换，名额随即腾出。',
    removed: '软件厂商已确认解绑。',
    returned: '席位已归还。',
    wrongBorrow: '--borrow 是天数，并用 --code 给出集团授权码。',
  },
  en: {
    usage: USAGE.en,
    licensed: 'Licensed. You can start painting.',
    code: 'Code',
    account: 'Account',
    product: 'Product',
    modules: 'modules',
    none: 'none',
    end: 'Expires',
    never: 'never',
    span: '{days} days from first use',
    offline: 'Offline until',
    borrowed: 'Borrowed until',
    machine: 'Device',
    seats: 'Seats',
    dongle: 'Dongle',
    until: 'Usable until',
    uses: 'Uses left',
    dongleHint: 'Unplug the dongle and see what happens. Press Ctrl-C to exit.',
    wrongLicenseId: '--license-id must be a license id.',
    hint: 'Lock this license in the console and see what happens. Press Ctrl-C to exit.',
    going: 'still licensed',
    changed: 'The license has changed',
    unheard: 'the licensing server is unreachable; usable until',
    refused: 'The program cannot continue',
    deactivated: 'This device is deactivated.',
    bye: 'Bye.',
    openBrowser: 'Open in a browser, sign in and confirm:',
    compareCode: 'Compare the code:',
    needsProduct: 'To sign in, pass the license id of the product with --product.',
    wrongEvery: '--every must be a number of seconds.',
    wrongLanguage: '--language must be zh or en.',
    noCenter: 'There is no center in this folder. Run npm start first, or pass the keys of the program with --keys.',
    unreadableKeys: 'Cannot read the keys file: ',
    unreadableFile: 'Cannot read the file: ',
    saved: 'Request file written:',
    handIn:
      'Give it to the software vendor, or exchange it on the code page. Then import the license file with --import.',
    handInRemoval:
      'The license is removed from this device. To free its place, give the file to the vendor or the code page.',
    removed: 'The software vendor has confirmed the removal.',
    returned: 'The seat is returned.',
    wrongBorrow: '--borrow must be a number of days, with a group code in --code.',
  },
} as const satisfies Record<Language, Record<string, string>>

export type Words = (typeof WORDS)[Language]
