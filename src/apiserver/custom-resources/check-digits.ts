/** Numbers with check digits. Source: k8s.io/kube-openapi/pkg/internal/third_party/govalidator/validator.go. */

export function isIsbn(text: string, length: 10 | 13): boolean {
  const digits = text.replace(/[\s-]+/g, "");
  if (length === 10) {
    if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
    const sum = Array.from(digits).reduce(
      (total, digit, index) => total + (index + 1) * (digit === "X" ? 10 : Number(digit)),
      0,
    );
    return sum % 11 === 0;
  }
  if (!/^[0-9]{13}$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return Number(digits[12]) === (10 - (sum % 10)) % 10;
}

const cardPattern =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  if (!cardPattern.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value >= 10 ? (value % 10) + 1 : value);
    }, 0);
  return sum % 10 === 0;
}
