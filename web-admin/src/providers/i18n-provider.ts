import polyglot from 'ra-i18n-polyglot';
import french from 'ra-language-french';
import { mergeTranslations } from 'react-admin';

const messages = mergeTranslations(french, {
  ra: { navigation: { page_rows_per_page: 'Par page :' } },
  resources: {
    orders: {
      name: 'Commande |||| Commandes',
      fields: {
        q: 'Rechercher une référence',
        reference: 'Référence',
        status: 'Statut',
        estimatedDelivery: 'Livraison estimée',
        createdAt: 'Date de création',
        updatedAt: 'Dernière modification',
        latestUpdate: 'Dernière mise à jour',
        userId: 'ID utilisateur',
        notifyCustomer: 'Prévenir le client',
      },
    },
    'order-statuses': {
      name: 'Statut de commande |||| Statuts de commande',
      fields: {
        code: 'Code',
        label: 'Libellé',
        displayOrder: "Ordre d'affichage",
        isActive: 'Actif',
      },
    },
    users: {
      name: 'Utilisateur |||| Utilisateurs',
      fields: {
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
