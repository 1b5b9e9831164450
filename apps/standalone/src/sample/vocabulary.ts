/** A country of the sample's customers, its share and its names. */
export interface Country {
  code: string;
  /** Share of the customers, relative to the other countries. */
  weight: number;
  given: string[];
  family: string[];
  cities: string[];
}

const words = (text: string): string[] => text.split(' ');

/** Names in their local spelling, so that the sample shows real text. */
export const countries: Country[] = [
  {
    code: 'US',
    weight: 26,
    given: words('Olivia Liam Emma Noah Ava James Sophia Mason Isabella Ethan Grace Daniel'),
    family: words('Smith Johnson Brown Garcia Miller Davis Lopez Wilson Anderson Thomas O’Neill'),
    cities: ['New York', 'Chicago', 'Austin', 'Seattle', 'Denver', 'Boston'],
  },
  {
    code: 'DE',
    weight: 15,
    given: words('Lena Jonas Mia Paul Hannah Finn Jörg Käthe Lukas Sören Anna Björn'),
    family: words('Müller Schmidt Weiß Fischer Schröder Jäger Köhler Groß Wagner Böhm'),
    cities: ['Berlin', 'München', 'Köln', 'Hamburg', 'Düsseldorf', 'Leipzig'],
  },
  {
    code: 'FR',
    weight: 12,
    given: words('Chloé Hugo Léa Théo Zoé Raphaël Inès Gaël Amélie Noël Maëlle Rémi'),
    family: words('Martin Bernard Lefèvre Dubois Gauthier Rivière Chevalier Béranger Noël'),
    cities: ['Paris', 'Lyon', 'Marseille', 'Orléans', 'Saint-Étienne', 'Besançon'],
  },
  {
    code: 'GB',
    weight: 11,
    given: words('Amelia Oliver Isla George Freya Arthur Poppy Harry Siobhán Callum Niamh'),
    family: words('Jones Taylor Davies Evans Walker Wright Hughes Green Patel Campbell'),
    cities: ['London', 'Leeds', 'Bristol', 'Glasgow', 'Cardiff', 'Belfast'],
  },
  {
    code: 'PL',
    weight: 8,
    given: words('Zofia Łukasz Małgorzata Paweł Agnieszka Michał Żaneta Wojciech Ewa Kamil'),
    family: words('Nowak Wójcik Kowalczyk Zieliński Szymańska Woźniak Dąbrowski Kozłowska'),
    cities: ['Warszawa', 'Kraków', 'Łódź', 'Wrocław', 'Poznań', 'Gdańsk'],
  },
  {
    code: 'BR',
    weight: 7,
    given: words('João Maria José Ana Antônia Luís Beatriz Caetano Júlia Otávio Lívia'),
    family: words('Silva Santos Gonçalves Araújo Conceição Magalhães Simões Almeida Rocha'),
    cities: ['São Paulo', 'Rio de Janeiro', 'Brasília', 'Salvador', 'Belém', 'Goiânia'],
  },
  {
    code: 'JP',
    weight: 7,
    given: words('さくら 陽翔 結衣 蓮 葵 湊 美咲 大和 凛 悠真'),
    family: words('佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤'),
    cities: ['東京', '大阪', '京都', '札幌', '福岡', '横浜'],
  },
  {
    code: 'UA',
    weight: 5,
    given: words('Олена Андрій Ірина Тарас Наталія Богдан Ганна Юрій Софія Максим'),
    family: words('Шевченко Коваленко Бондаренко Ткаченко Кравченко Мельник Лисенко'),
    cities: ['Київ', 'Львів', 'Одеса', 'Харків', 'Дніпро'],
  },
  {
    code: 'GR',
    weight: 4,
    given: words('Μαρία Γιώργος Ελένη Νίκος Κατερίνα Δημήτρης Σοφία Θάνος'),
    family: words('Παπαδόπουλος Νικολάου Γεωργίου Αντωνίου Ιωάννου Δημητρίου'),
    cities: ['Αθήνα', 'Θεσσαλονίκη', 'Πάτρα', 'Ηράκλειο'],
  },
  {
    code: 'IN',
    weight: 5,
    given: words('अनन्या Arjun Priya रोहन Kavya Vikram Meera Aditya Ishaan'),
    family: words('Sharma Iyer पटेल Reddy Nair Gupta Banerjee Kaur'),
    cities: ['Mumbai', 'Bengaluru', 'Delhi', 'Chennai', 'Kolkata'],
  },
];

/** A product category with its nouns and price range. */
export interface Category {
  name: string;
  nouns: string[];
  lowestPrice: number;
  highestPrice: number;
}

/** The categories of the sample shop. */
export const categories: Category[] = [
  {
    name: 'Kitchen',
    nouns: ['Kettle', 'Teapot', 'Chopping Board', 'Frying Pan', 'Mixing Bowl', 'Café Press'],
    lowestPrice: 9,
    highestPrice: 160,
  },
  {
    name: 'Furniture',
    nouns: ['Desk', 'Armchair', 'Bookshelf', 'Stool', 'Bedside Table', 'Coat Stand'],
    lowestPrice: 45,
    highestPrice: 900,
  },
  {
    name: 'Lighting',
    nouns: ['Desk Lamp', 'Pendant', 'Lantern', 'Floor Lamp', 'Night Light'],
    lowestPrice: 15,
    highestPrice: 320,
  },
  {
    name: 'Garden',
    nouns: ['Planter', 'Watering Can', 'Bench', 'Bird Feeder', 'Trowel'],
    lowestPrice: 6,
    highestPrice: 240,
  },
  {
    name: 'Stationery',
    nouns: ['Notebook', 'Fountain Pen', 'Pencil Case', 'Calendar', 'Letter Opener'],
    lowestPrice: 3,
    highestPrice: 80,
  },
  {
    name: 'Textiles',
    nouns: ['Blanket', 'Cushion', 'Tablecloth', 'Towel Set', 'Rug'],
    lowestPrice: 12,
    highestPrice: 420,
  },
];

/** First words of product names. */
export const styles = ['Oslo', 'Malmö', 'Kyoto', 'Verona', 'Århus', 'Porto', 'Łódź', 'Genève'];
/** Materials of products. */
export const materials = ['Oak', 'Walnut', 'Steel', 'Linen', 'Ceramic', 'Glass', 'Wool', 'Brass'];

/** Search terms of visitors. */
export const searchTerms = [
  'desk lamp',
  'oak desk',
  'café press',
  'blanket',
  'gift under 20',
  'rug 200x300',
  'ピローケース',
  'fauteuil',
  'kettle',
  'planter',
];
