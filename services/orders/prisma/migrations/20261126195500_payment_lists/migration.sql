-- CreateIndex
CREATE INDEX "payments_method_paid_at_id_idx" ON "payments"("method", "paid_at", "id");

-- CreateIndex
CREATE INDEX "payments_receipt_idx" ON "payments"("receipt");

-- CreateIndex
CREATE INDEX "payments_transaction_reference_idx" ON "payments"("transaction_reference");
