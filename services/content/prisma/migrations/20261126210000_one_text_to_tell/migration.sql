-- One text for one or several orders: {colis} is "votre colis" or "vos colis". A text that was set stays.
UPDATE "app_settings" SET "key" = 'tell_text', "value" = replace("value", 'votre colis', '{colis}')
WHERE "key" = 'tell_one_order';

UPDATE "app_settings" SET "key" = 'tell_text', "value" = replace("value", 'vos colis', '{colis}')
WHERE "key" = 'tell_several_orders' AND NOT EXISTS (SELECT FROM "app_settings" WHERE "key" = 'tell_text');
