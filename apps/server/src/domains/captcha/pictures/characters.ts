// The characters to click: common ones that form no rude words, letters and digits, and look-alikes that
// only a reader can tell apart.
const COMMON = `
的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能而那得着说过种面学其看因没天开道事小
如家从现部加去力心用本意体问里理点把实都想系统建业进新前法方电当多明信机定长全高关总与给美再利重少文活路题化产社结果使入气军
场光东西南北春夏秋冬山河湖海江洋岛沙石林木草花叶果树竹松柳梅兰菊荷风云雨雪霜露雷虹星月阳阴早晚晨夜朝夕古今旧城市乡村镇街巷桥
楼房屋室门窗墙园院田野原麦稻米豆瓜菜茶酒油盐糖面饭汤饼糕书画琴棋笔墨纸砚歌舞戏诗词句字词音乐色彩红橙黄绿青蓝紫白黑灰金银铜铁
玉珠宝石布丝绸棉麻衣帽鞋袜裙带巾伞扇灯烛火炉锅碗盘杯壶瓶筷刀尺针线车船舟帆轮轴飞航行走跑跳站坐立游泳登攀爬牛羊马鹿象虎狮熊猴
兔鱼虾蟹龟鸟燕雁鹤鹰鸽蜂蝶蝉蚁龙凤父母兄弟姐妹儿女孙友邻客师徒医农商兵王公将相士民众群队班级校课堂桌椅床柜箱包袋盒球网拳剑弓
箭旗鼓钟铃笛号角春晓东升西落左右前后内外高低远近宽窄深浅厚薄轻重快慢冷热温凉干湿软硬新旧好坏美丑真假善恶忠信仁义礼智勇刚柔强
弱安静平和顺利幸福快乐健康长寿吉祥如意富足丰收团圆喜庆欢笑微笑希望梦想理想志向勤劳努力坚持认真细心耐心专心关心爱心热心诚实守
信思考学习读写算听说问答教育科技数据程序软件网络信息安全计划工作任务目标方法步骤过程结果经验能力态度精神文化历史地理生物化学物
别到底许且但因为所以虽然或者并且如何怎样什么谁哪几每各另其他此处彼岸始终永恒刹那瞬间渐渐常常往往已经曾经正在将要能够应该必须需要愿意喜欢
记忆忘却回顾展望观察研究试验证明发现创造设计制造修理保护运输贸易价格质量标准规则制度合同签名印章票证卡片钥匙锁链绳索梯架柱梁砖瓦泥
沟渠池塘泉溪瀑布峡谷峰岭坡岩洞穴沙漠绿洲平原盆地草原森林果园牧场渔港海滩浪潮汐雾霞晴朗晒晾暖寒暑伏腊节气谷芒种立秋处暑白露寒霜降
桃李杏梨枣橘柿葡萄樱荔枝蕉莲藕葱姜蒜椒茄萝卜芹菠豌蚕丝织染缝绣雕刻塑铸炼锻磨钻锯刨钉锤斧凿铲锄犁耙筐篮篓席帘毯枕被褥帐幕镜梳盆
奔驰骑射投掷推拉提抬扛背负携带抓握捏挥拍敲打按压拧转摇摆抖颤滚翻折叠铺展撒播种植栽培浇灌收割采摘挖掘填补粘贴剪裁拼接组装拆卸移
聪慧敏捷机灵沉稳谨慎豪迈爽朗幽默谦虚恭敬诚恳温柔体贴慷慨宽容乐观镇定果断顽强坚韧勤俭朴素优雅端庄秀丽壮丽辽阔宏伟雄浑巍峨苍翠碧
语言英语汉字拼音数学几何代数图形表格数字零二三四五六七八九十百千万亿斤两克米里分秒刻时日周月季年世纪元角厘寸丈亩顷圆方正直曲斜
横竖点线角边面体积长度宽度高度速度温度角度程度广场商店银行邮局医院学校工厂机场车站码头公园广播电视报纸杂志图书邮件电话手机相机
`
/** Pairs that differ in one part. Pairs that differ in a single stroke are left out: a person would have to guess. */
const PAIRS = `
王玉 问间 清请 情晴 江红 河何 远还 村材 林材 体休 拆折 几儿 万方 手毛 日目 月用 书画 水永 冰水 雨两 风凤 云去 古右 左右 吉古 坐座 园圆 员圆 门们 间闻 闲问
桥娇 挑桃 跳桃 梅海 每海 莓每 晒洒 烧浇 绕饶 城诚 成城 球救 求球 跑抱 饱跑 把吧 爸吧 清晴 青清 快块 决快 读续 卖买 头买 难准 谁准 处外 名外 今会 合会
`
const RUDE = new Set('死日干屎尿屁奶奸杀鬼毒狗猪贱傻逼妈爸操肏鸡巴丑恶坏爬龟兔王八蛋二百五军兵国民主')

const isWanted = (character: string) => /\p{Script=Han}/u.test(character) && !RUDE.has(character)

export interface Alphabet {
  characters: readonly string[]
  /** Pairs of characters that look alike and may both be shown. */
  lookAlikes: readonly (readonly [string, string])[]
}

const pairsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.charAt(1)] as const)

export const CHINESE: Alphabet = {
  characters: [...new Set(COMMON)].filter(isWanted),
  lookAlikes: pairsOf(PAIRS).filter((pair) => pair.every(isWanted)),
}

/** Without those that a turn makes equal to another one (6 and 9, M and W, N and Z) or that look alike (0, O and D). */
export const LETTERS: Alphabet = {
  characters: 'ABEFGHJKLMPQRTUXY2347'.split(''),
  lookAlikes: pairsOf('EF PR KX BR GQ TY HM AR UJ LE 2Q 4A 37'),
}
