import { SetProductParagraphSchema, SetWhatsappNumberSchema } from '@fasocolis/contracts/content';
import { Box, Button } from '@mui/material';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router-dom';
import { Screen } from '../../components/screen.tsx';
import { SettingCard } from './setting-card.tsx';

export default function SettingScreen() {
  return (
    <Screen
      title="Paramètres"
      actions={
        <Button component={Link} to="/" variant="outlined" startIcon={<ArrowLeft aria-hidden size={20} />}>
          Retour
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 720 }}>
        <SettingCard
          settingKey="whatsapp_number"
          schema={SetWhatsappNumberSchema}
          title="Numéro WhatsApp"
          description="Numéro WhatsApp du service client"
          hint="Vos clients écrivent à ce numéro. Chiffres seulement, avec l'indicatif du pays : +22670123456."
          input={{ type: 'tel', autoComplete: 'off' }}
          success="Numéro WhatsApp mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le numéro WhatsApp: ${reason}`}
        />
        <SettingCard
          settingKey="product_detail_paragraph"
          schema={SetProductParagraphSchema}
          title="Paragraphe des produits"
          description="Paragraphe affiché sur la page de chaque produit"
          hint="Affiché sur la page de chaque produit. Vide, rien n'est affiché."
          input={{ multiline: true, minRows: 4 }}
          success="Paragraphe des produits mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le paragraphe des produits: ${reason}`}
        />
      </Box>
    </Screen>
  );
}
