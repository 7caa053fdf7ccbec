// The characters that are clicked: common ones that make no rude word with each other, and look-alikes that only a reader tells apart.
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
/** Pairs that differ by a part. Where it is one stroke only, a person would have to guess: those are left out. */
const LOOK_ALIKE = '大太王玉木本白百目自牛午石右田由甲申问间清请情晴江红河何远还村材林材体休拆折几儿万方手毛日目月用书画水永冰水雨两风凤云去古右左右吉古坐座园圆员圆门们间闻闲问桥娇挑桃跳桃梅海每海莓每晒洒酒洒烧浇绕饶城诚成城球救求球跑抱饱跑把吧爸吧清晴青清快块决快读续卖买头买难准谁准处外名外今会合会'
const [FIRST, SECOND] = [0, 1]
const RUDE = new Set('死日干屎尿屁奶奸杀鬼毒狗猪贱傻逼妈爸操肏鸡巴丑恶坏爬龟兔王八蛋二百五军兵国民主')

const isWanted = (character: string) => /\p{Script=Han}/u.test(character) && !RUDE.has(character)

export const CHARACTERS: readonly string[] = [...new Set(COMMON)].filter(isWanted)

const paired = [...LOOK_ALIKE]
/** What a character can be mistaken for; only pairs of which both can be shown. */
export const LOOK_ALIKES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(
    Object.groupBy(
      paired.flatMap((character, i) => (i % 2 === 0 ? [[character, paired[i + 1] ?? ''], [paired[i + 1] ?? '', character]] : [])).filter((pair) => pair.every(isWanted)),
      (pair) => pair[FIRST] ?? '',
    ),
  ).map(([character, pairs]) => [character, (pairs ?? []).map((pair) => pair[SECOND] ?? '')]),
)
