import * as cell from "../kinds/tables/cells.js";
import type { TableView } from "../resource.js";
import { ageDescription, nameColumn } from "../tables/metadata-columns.js";

/** The columns of `kubectl get --subresource=scale`. Source: kubernetes/pkg/printers/internalversion/printers.go (printScale). */
export const scaleTable: TableView = {
  columns: [
    { ...nameColumn, format: "" },
    integerColumn("Desired", "replicas is the desired number of instances for the scaled object."),
    integerColumn("Available", "replicas is the actual number of observed instances of the scaled object."),
    { name: "Age", type: "string", format: "", description: ageDescription, priority: 0 },
  ],
  cells: cell.named(cell.number("spec.replicas"), cell.number("status.replicas")),
};

function integerColumn(name: string, description: string): TableView["columns"][number] {
  return { name, type: "integer", format: "", description, priority: 0 };
}
