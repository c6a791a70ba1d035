import { ORDER_FIELDS, type OrderField } from '@fasocolis/contracts/order-fields';
import polyglot from 'ra-i18n-polyglot';
import french from 'ra-language-french';
import { mergeTranslations } from 'react-admin';

const messages = mergeTranslations(french, {
  ra: {
    navigation: { page_rows_per_page: 'Par page :' },
    saved_queries: {
      query_name: 'Nom',
      new_label: 'Enregistrer ces filtres',
      new_dialog_title: 'Enregistrer ces filtres',
      remove_label: 'Oublier ces filtres',
      remove_dialog_title: 'Oublier ces filtres\u00a0?',
      remove_message: 'Ils ne sont plus proposés sur cet appareil. La liste ne change pas.',
    },
    tiptap: {
      bold: 'Gras',
      italic: 'Italique',
      underline: 'Souligné',
      strike: 'Barré',
      code: 'Code',
      list_bulleted: 'Liste à puces',
      list_numbered: 'Liste numérotée',
      link: 'Lien',
      image: 'Image',
      image_dialog: "Adresse de l'image (https://…)",
      blockquote: 'Citation',
      clear_format: 'Effacer la mise en forme',
    },
  },
  resources: {
    consignments: {
      fields: {
        q: 'Rechercher une expédition',
        code: 'Code',
        mode: 'Transport',
        state: 'État',
        departureCity: 'Ville de départ',
        carrierNumber: 'LTA ou conteneur',
        billOfLading: 'Connaissement',
        bescNumber: 'BESC',
        departureDate: 'Départ',
        expectedArrival: 'Arrivée prévue',
        orders: 'Colis',
      },
    },
    'contact-messages': { fields: { q: 'Rechercher un message' } },
    'email-deliveries': { fields: { q: 'Rechercher une adresse' } },
    'milestone-definitions': {
      fields: {
        mode: 'Transport',
        label: 'Libellé',
        status: 'Statut des colis',
        defaultPlace: 'Lieu habituel',
        places: 'Lieux possibles',
        position: 'Position',
        isActive: 'Actif',
        opensPickup: 'Prêt au retrait',
      },
    },
    orders: {
      fields: {
        q: 'Rechercher une référence',
        notifyCustomer: 'Prévenir le client',
        reason: 'Raison',
        ...Object.fromEntries(
          Object.entries<OrderField>(ORDER_FIELDS).map(([field, { label, inForms }]) => [
            field,
            inForms ?? label ?? field,
          ]),
        ),
      },
    },
    'order-statuses': {
      fields: {
        code: 'Code',
        label: 'Libellé',
        displayOrder: "Ordre d'affichage",
        isActive: 'Actif',
        kind: 'Type',
        sentence: 'Phrase pour les clients',
      },
    },
    notifications: {
      fields: {
        title: 'Titre',
        body: 'Message',
        isGlobal: 'Tous les utilisateurs',
        userIds: 'IDs utilisateurs',
        byEmail: 'Envoyer aussi par email',
      },
    },
    'popup-notifications': {
      fields: {
        title: 'Titre',
        content: 'Contenu',
        imageUrl: "Adresse de l'image",
        backgroundColor: 'Couleur de fond',
        textColor: 'Couleur du texte',
        buttonColor: 'Couleur du bouton',
        buttonTextColor: 'Couleur du texte du bouton',
        titleFontSize: 'Taille du titre',
        contentFontSize: 'Taille du contenu',
        fontFamily: 'Police',
        fontWeight: 'Graisse',
        borderRadius: 'Arrondi des coins',
        width: 'Largeur (px)',
        height: 'Hauteur minimale (px)',
        imagePosition: "Position de l'image",
        buttonText: 'Texte du bouton',
        buttonLink: 'Lien du bouton',
        showOnce: 'Affichage unique',
        isActive: 'Actif',
        startDate: 'Date de début',
        endDate: 'Date de fin',
      },
    },
    products: {
      fields: {
        q: 'Rechercher un produit',
        id: "Ordre d'ajout",
        name: 'Nom',
        description: 'Description',
        price: 'Prix',
        imageUrl: "Adresse de l'image",
        hasFreeshipping: 'Livraison gratuite',
        features: 'Caractéristiques',
        specifications: 'Spécifications',
      },
    },
    'static-pages': { fields: { title: 'Titre', content: 'Contenu' } },
    tariffs: {
      fields: { label: 'Libellé', unit: 'Unité', price: 'Prix (FCFA)', minimum: 'Minimum (FCFA)', isActive: 'Actif' },
    },
    team: {
      fields: {
        q: 'Rechercher un agent',
        firstName: 'Prénom',
        lastName: 'Nom',
        email: 'Email',
        city: 'Ville',
        invitedAt: 'Invitation',
      },
    },
    users: {
      fields: {
        q: 'Rechercher un utilisateur',
        login: "Nom d'utilisateur ou email",
        id: 'ID',
        username: "Nom d'utilisateur",
        email: 'Email',
        phone: 'Téléphone',
        createdAt: "Date d'inscription",
        provider: 'Méthode de connexion',
      },
    },
  },
});

export const i18nProvider = polyglot(() => messages, 'fr');
