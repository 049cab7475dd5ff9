import { declareError } from '../../kit/errors.ts';

export const productIdTaken = declareError(409, 'product_id_taken', {}, ['subscription_products_product_unique']);
