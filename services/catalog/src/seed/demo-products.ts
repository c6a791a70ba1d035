interface DemoProduct {
  name: string;
  description: string;
  price: string;
  hasFreeshipping: boolean;
  features: string[];
  specifications: Record<string, string>;
  /** Files in images/, the main one first. */
  images: string[];
}

/** From the oldest to the newest. */
export const DEMO_PRODUCTS: DemoProduct[] = [
  {
    name: 'Cartable scolaire imperméable',
    description:
      "Un grand cartable qui tient toute l'année : toile imperméable, coutures doublées et bretelles rembourrées pour les petites épaules. Il garde cahiers et livres au sec pendant la saison des pluies.",
    price: '8 500 FCFA',
    hasFreeshipping: false,
    features: [
      'Toile imperméable',
      'Bretelles rembourrées et réglables',
      'Deux poches latérales',
      'Fermetures solides',
    ],
    specifications: { Contenance: '22 litres', Dimensions: '42 × 30 × 16 cm', Poids: '620 g', Âge: 'De 7 à 14 ans' },
    images: ['school-bag'],
  },
  {
    name: 'Kit chaîne pour moto 110 et 125',
    description:
      'La chaîne, le pignon et la couronne ensemble, pour repartir sur du neuf. Acier traité, rouleaux renforcés : fait pour la latérite et la poussière. Votre mécanicien le monte en une heure.',
    price: '17 500 FCFA',
    hasFreeshipping: false,
    features: [
      'Chaîne 428 renforcée, 118 maillons',
      'Pignon et couronne en acier traité',
      'Attache rapide et visserie fournies',
    ],
    specifications: {
      Compatible: 'La plupart des motos 110 et 125 cm³',
      Pas: '428',
      Couronne: '38 dents',
      Pignon: '14 dents',
    },
    images: ['chain'],
  },
  {
    name: 'Baskets de sport légères',
    description:
      'Des baskets légères qui laissent respirer le pied, avec une semelle souple qui amortit bien. Pour courir le matin ou marcher toute la journée. Prenez votre pointure habituelle.',
    price: '15 000 FCFA',
    hasFreeshipping: true,
    features: ['Tissu aéré, sèche vite', 'Semelle antidérapante', 'Pointures du 38 au 45'],
    specifications: { Dessus: 'Maille respirante', Semelle: 'EVA et caoutchouc', Poids: '270 g par chaussure' },
    images: ['shoes'],
  },
  {
    name: 'Pagne wax, coupon de 6 yards',
    description:
      'Un coupon de 6 yards en pur coton, de quoi coudre une tenue complète. Des couleurs vives qui tiennent au lavage et un tissu qui reste souple. Cinq motifs au choix : indiquez le vôtre sur WhatsApp.',
    price: '9 000 FCFA le coupon',
    hasFreeshipping: false,
    features: ['100 % coton', 'Couleurs grand teint, imprimé des deux côtés', 'Cinq motifs au choix'],
    specifications: {
      Longueur: '6 yards (5,48 m)',
      Largeur: '1,16 m',
      Entretien: "Lavage à l'eau froide, repassage doux",
    },
    images: ['fabric'],
  },
  {
    name: 'Robot mixeur 1,5 litre',
    description:
      "Jus de mangue, sauce tomate, pâte d'arachide : ce mixeur fait tout, vite et sans forcer. Le bol gradué en verre épais se lave facilement et ne garde pas les odeurs.",
    price: '24 000 FCFA',
    hasFreeshipping: true,
    features: [
      'Quatre lames en inox',
      'Deux vitesses et un mode par à-coups',
      'Bol en verre épais',
      'Moulin à épices fourni',
    ],
    specifications: { Puissance: '500 W', Tension: '220 V', Contenance: '1,5 litre', Garantie: '6 mois' },
    images: ['blender'],
  },
  {
    name: 'Lampe solaire avec prise USB',
    description:
      "Une journée de soleil, une nuit de lumière. Cette lanterne éclaire toute une pièce et recharge un téléphone quand le courant manque. Solide, légère, elle se pose ou s'accroche partout.",
    price: '12 500 FCFA',
    hasFreeshipping: true,
    features: [
      'Trois niveaux de lumière',
      'Panneau solaire intégré',
      'Prise USB pour recharger un téléphone',
      "Résiste à l'eau et à la poussière",
    ],
    specifications: {
      Autonomie: "Jusqu'à 12 heures",
      Batterie: '4 000 mAh',
      Charge: '7 heures au soleil, 4 heures par USB',
    },
    images: ['solar-lamp'],
  },
  {
    name: 'Montre connectée étanche',
    description:
      "Vos appels et vos messages au poignet, vos pas, votre sommeil et votre cœur d'un coup d'œil. Le bracelet en silicone se change sans outil et la batterie tient la semaine.",
    price: '99,99€',
    hasFreeshipping: true,
    features: [
      "Jusqu'à sept jours d'autonomie",
      'Étanche : pluie, vaisselle et baignade',
      'Fonctionne avec Android et iPhone',
      'Menus en français',
    ],
    specifications: { Écran: '1,8 pouce, tactile', Bluetooth: '5.2', Étanchéité: 'IP68', Bracelet: 'Silicone, 22 mm' },
    images: ['watch'],
  },
  {
    name: 'Smartphone 6,7 pouces, 128 Go',
    description:
      'Un grand écran lumineux, lisible en plein soleil, et une batterie qui tient deux jours. Deux cartes SIM, 4G sur tous les réseaux du Burkina Faso. Livré avec chargeur rapide, câble et coque.',
    price: '89 500 FCFA',
    hasFreeshipping: true,
    features: [
      'Deux cartes SIM et une carte mémoire',
      'Batterie de 5 000 mAh, charge rapide 33 W',
      'Triple appareil photo de 50 mégapixels',
      'Chargeur, câble et coque fournis',
    ],
    specifications: {
      Écran: '6,7 pouces, 120 Hz',
      Mémoire: '8 Go, stockage de 128 Go',
      Réseau: '4G, deux SIM',
      Couleurs: 'Vert, bleu, sable',
      Garantie: '12 mois',
    },
    images: ['phone', 'phone-back', 'phone-colours', 'phone-box'],
  },
];
