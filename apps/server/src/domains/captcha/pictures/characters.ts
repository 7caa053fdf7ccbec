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
语言英语汉字拼音数学几何代数图形表格数字零二三四五六七八九十百千万亿斤两克米里分秒刻时日周月季年世纪元角厘寸丈亩顷圆方正直曲斜
横竖点线角边面体积长度宽度高度速度温度角度程度广场商店银行邮局医院学校工厂机场车站码头公园广播电视报纸杂志图书邮件电话手机相机
`
/** Pairs that differ by a stroke or a part. */
const LOOK_ALIKE = '末未土士人入大太天夫千干己已王玉木本白百目自牛午石右田由甲申今令问间晴睛清请情晴江红河何远还村材林材体休住佳往住拨拔拆折刀力九丸几儿万方手毛日目月用见贝车东乐东鸟乌马鸟书画水永冰水雨两风凤云去主玉王主古右左右名各吉古坐座园圆员圆门们间闻闲问桥娇挑桃跳桃梅海每海莓每晒洒酒洒烧浇绕饶城诚成城球救求球跑抱饱跑把吧爸吧清晴青清快块决快读续卖买头买难准谁准处外名外今会合会'
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
